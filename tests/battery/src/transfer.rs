//! A client that sends and receives at once, and one that sends until nothing more is taken.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::bytes::{PERIOD, Random, Text};
use crate::client::{Client, is_timeout};
use crate::expected::patience;

/// Sends `total` bytes in random pieces of up to `most`, half-closes, and reads in random pieces,
/// at the same time; each byte must come back, in order, and then the end.
///
/// # Errors
/// What differs.
pub fn there_and_back(client: &Client, total: usize, most: usize, seed: u64) -> Result<()> {
    let sending = client.stream.try_clone()?;
    thread::scope(|scope| {
        let sender = scope.spawn(move || send(sending, total, most, seed));
        let received = receive(&client.stream, total, most, seed);
        if received.is_err() {
            // The sender may wait for a reader that is no longer there.
            let _ = client.stream.shutdown(Shutdown::Both);
        }
        let sent = sender.join().expect("sending does not panic");
        received.and(sent.context("a client sends"))
    })
}

fn send(mut stream: TcpStream, total: usize, most: usize, seed: u64) -> io::Result<()> {
    let (mut text, mut random) = (Text::of(seed), Random(seed));
    let mut left = total;
    while left > 0 {
        let length = random.up_to(most.min(left).min(PERIOD));
        stream.write_all(text.next(length))?;
        left -= length;
    }
    stream.shutdown(Shutdown::Write)
}

fn receive(mut stream: &TcpStream, total: usize, most: usize, seed: u64) -> Result<()> {
    let (mut text, mut random) = (Text::of(seed), Random(!seed));
    let mut buffer = vec![0; PERIOD];
    let mut received = 0;
    loop {
        let room = random.up_to(most.min(PERIOD));
        let got = stream.read(&mut buffer[..room]);
        let length = got.with_context(|| format!("after {received} of {total} bytes"))?;
        if length == 0 {
            ensure!(received == total, "the end came after {received} of {total} bytes");
            return Ok(());
        }
        let right = text.next(length) == &buffer[..length];
        ensure!(right, "byte {received} or one of the {length} from there on is another one");
        received += length;
    }
}

/// A client whose sending and receiving are done step by step, without waiting.
pub struct Flood {
    client: Client,
    sending: Text,
    receiving: Text,
    buffer: Vec<u8>,
    /// Bytes that its system has taken.
    pub sent: usize,
    /// Bytes that have come back.
    pub received: usize,
}

/// How long room for a byte is waited for.
const STANDSTILL: Duration = Duration::from_millis(50);

/// Bytes that mean that somebody still reads.
const TRICKLE: usize = 256 * 1024;

impl Flood {
    /// Makes a flood of a client.
    pub fn over(client: Client, seed: u64) -> Result<Flood> {
        client.stream.set_nonblocking(true)?;
        let (sending, receiving) = (Text::of(seed), Text::of(seed));
        Ok(Flood { client, sending, receiving, buffer: vec![0; PERIOD], sent: 0, received: 0 })
    }

    /// Sends up to `most` bytes, as many as are taken at once; returns how many.
    pub fn push(&mut self, most: usize) -> Result<usize> {
        let most = most.min(PERIOD);
        let pushed = (&self.client.stream).write(self.sending.next(most));
        let taken = taken(pushed).context("a client sends")?;
        self.sending.unread(most - taken);
        self.sent += taken;
        Ok(taken)
    }

    /// Receives what is there; returns how much.
    pub fn pull(&mut self) -> Result<usize> {
        let length = match (&self.client.stream).read(&mut self.buffer) {
            Ok(0) => bail!("the end came after {} of {} bytes", self.received, self.sent),
            pulled => taken(pulled).context("a client receives")?,
        };
        let right = self.receiving.next(length) == &self.buffer[..length];
        ensure!(right, "byte {} or one of the {length} from there on is wrong", self.received);
        self.received += length;
        Ok(length)
    }

    /// Half-closes, receives all that it is owed, and the end.
    pub fn finish(mut self) -> Result<()> {
        self.client.half_close()?;
        self.client.stream.set_nonblocking(false)?;
        self.client.stream.set_read_timeout(Some(patience()))?;
        while self.received < self.sent {
            let (received, sent) = (self.received, self.sent);
            let pulled =
                self.pull().with_context(|| format!("after {received} of {sent} bytes"))?;
            ensure!(pulled > 0, "{received} of {sent} bytes came within {:?}", patience());
        }
        self.client.expect_end()
    }

    /// Waits for its system to take a byte, for at most [`STANDSTILL`].
    fn wait_for_room(&mut self) -> Result<usize> {
        self.client.stream.set_nonblocking(false)?;
        self.client.stream.set_write_timeout(Some(STANDSTILL))?;
        let taken = self.push(PERIOD);
        self.client.stream.set_nonblocking(true)?;
        taken
    }
}

/// Sends on all of `floods` and receives nothing, until all buffers on the way are full.
///
/// The last bytes trickle: a full receiver asks for more when it has made a little room. So they
/// count as full when so many waits for room were in vain, with no more than a trickle between
/// one and the next.
///
/// # Errors
/// If one of them takes more than `most`: somebody keeps it all.
pub fn fill(floods: &mut [Flood], most: usize) -> Result<()> {
    let (mut in_vain, mut since) = (0, 0);
    while in_vain < 4 {
        let mut taken = 0;
        for flood in floods.iter_mut() {
            taken += flood.push(PERIOD)?;
            ensure!(flood.sent <= most, "a client that reads nothing could send {most} bytes");
        }
        since += taken;
        if taken == 0 {
            let place = in_vain % floods.len();
            let room = floods[place].wait_for_room()?;
            in_vain = if since > TRICKLE { 0 } else { in_vain };
            in_vain += usize::from(room == 0);
            since = room;
        }
    }
    Ok(())
}

/// Nothing taken is no error here, nor is a signal.
fn taken(result: io::Result<usize>) -> io::Result<usize> {
    match result {
        Err(error) if is_timeout(&error) || error.kind() == ErrorKind::Interrupted => Ok(0),
        result => result,
    }
}
