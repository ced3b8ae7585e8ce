//! A scripted client: each call is one step of a script, and no step waits for ever.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use socket2::SockRef;

use crate::Journal;

/// How long one read or write may take before the step fails: far more than any server here needs.
const PATIENCE: Duration = Duration::from_secs(20);

/// A client of an echo server, moved step by step.
///
/// What it does goes into the journal under the client's own name.
pub struct Client {
    stream: TcpStream,
    journal: Journal,
}

impl Client {
    /// Connects to `address`; `name` is the client's name in the journal.
    ///
    /// # Errors
    /// What the system says when the server cannot be reached.
    pub fn connect(address: SocketAddr, name: &str, journal: &Journal) -> io::Result<Client> {
        let journal = journal.named(name);
        journal.say(|| "connects".to_owned());
        let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        // A request goes out at once, without waiting for more to fill a packet (Nagle).
        stream.set_nodelay(true)?;
        Ok(Client { stream, journal })
    }

    /// Sends `request` and does not wait for the answer.
    ///
    /// # Errors
    /// If the connection is broken, or takes nothing for 20 s.
    pub fn send(&mut self, request: &str) -> io::Result<()> {
        self.journal.say(|| format!("sends `{request}`"));
        self.stream.write_all(request.as_bytes())
    }

    /// Waits until `expected` has come back, byte for byte.
    ///
    /// # Errors
    /// `InvalidData` if something else comes, `UnexpectedEof` if the server ends the connection.
    pub fn receive(&mut self, expected: &str) -> io::Result<()> {
        let mut answer = vec![0; expected.len()];
        self.stream.read_exact(&mut answer)?;
        if answer != expected.as_bytes() {
            let answer = String::from_utf8_lossy(&answer);
            return Err(invalid(format!("expected `{expected}`, got `{answer}`")));
        }
        self.journal.say(|| format!("receives `{expected}`"));
        Ok(())
    }

    /// Sends `request` and waits for its echo.
    ///
    /// # Errors
    /// As [`Client::send`] and [`Client::receive`].
    pub fn round_trip(&mut self, request: &str) -> io::Result<()> {
        self.send(request)?;
        self.receive(request)
    }

    /// Says "nothing more from me" and still reads: a half-close (FIN).
    ///
    /// # Errors
    /// If the connection is broken already.
    pub fn half_close(&mut self) -> io::Result<()> {
        self.journal.say(|| "half-closes".to_owned());
        self.stream.shutdown(Shutdown::Write)
    }

    /// Waits until the server ends its side of the connection.
    ///
    /// # Errors
    /// `InvalidData` if it sends more bytes first.
    pub fn expect_end(&mut self) -> io::Result<()> {
        loop {
            match self.stream.read(&mut [0]) {
                Ok(0) => return Ok(()),
                Ok(_) => return Err(invalid("expected the end, got more bytes".to_owned())),
                // A stream with a time-out reports each signal; `read_exact` and the like go on by
                // themselves, a plain read does not.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Half-closes and waits for the server's end: an orderly good-bye.
    ///
    /// # Errors
    /// As [`Client::half_close`] and [`Client::expect_end`].
    pub fn finish(mut self) -> io::Result<()> {
        self.half_close()?;
        self.expect_end()
    }

    /// Cuts the connection with an RST, as a crashed client or a firewall does.
    ///
    /// # Errors
    /// If the socket refuses the option.
    pub fn reset(self) -> io::Result<()> {
        self.journal.say(|| "cuts the connection (RST)".to_owned());
        // A linger time of zero turns close into a reset.
        SockRef::from(&self.stream).set_linger(Some(Duration::ZERO))
    }

    /// Sends all of `bytes`, half-closes and returns everything that comes back until the end.
    ///
    /// Sends and receives at the same time: an echo of more than the sockets' buffers hold would
    /// otherwise stand still, each side waiting for the other to read.
    ///
    /// # Errors
    /// If either direction fails or stands still for 20 s.
    pub fn exchange_all(mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut sending = self.stream.try_clone()?;
        self.journal.say(|| format!("sends {} bytes and half-closes", bytes.len()));
        thread::scope(|scope| {
            let sender = scope.spawn(move || {
                sending.write_all(bytes)?;
                sending.shutdown(Shutdown::Write)
            });
            let mut answer = Vec::with_capacity(bytes.len());
            self.stream.read_to_end(&mut answer)?;
            sender.join().expect("sending does not panic")?;
            Ok(answer)
        })
    }
}

fn invalid(complaint: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, complaint)
}
