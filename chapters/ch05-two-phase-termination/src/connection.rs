//! One connection, as a job that can be told to end: in good order, or at once.
//!
//! *In flight* are the bytes that the server has read, and those that wait to be read when it hears
//! of the stop. They are echoed; then the server says that it has nothing more to say (FIN), and
//! waits for the client to do the same, or to be quiet. A client that was idle sees the end without
//! an answer, so it knows that its next request was never taken.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::echo::echo_until_eof;
use ch01_thread_per_connection::ledger::Page;
use ch01_thread_per_connection::report::Outcome;

use crate::handle::StopHandle;
use crate::in_flight::Guest;
use crate::sync::{Arc, AtomicU64, Ordering};
use crate::work::run;

/// How long a read sleeps before it asks the token. Here the flag alone must do: to wake the read
/// from outside would mean to shut down its socket, and that may cost the client its last answer
/// (see [`crate::sleeps::read`]). So this is the delay of a stop, and 20 looks a second its price.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Bytes read at most after the stop: more than a socket's receive buffer holds (6 MiB at most, by
/// default, on Linux). Without a bound, a client that sends without end would never see its own.
const LAST_BYTES: usize = 8 * 1024 * 1024;

/// How long a client may be quiet, between our end and its own, before we close all the same. As
/// long as it sends we stay: to close then would be a reset, and that may overtake our last bytes,
/// which a slow client has not read yet. The server's deadline is the bound to that.
pub const LINGER: Duration = Duration::from_secs(1);

/// What a connection's job owns. Dropped without being served, it closes the connection, and its
/// page counts it as refused.
pub struct Connection {
    /// Its number, from 1, in the order of acceptance.
    pub number: u64,
    /// The client, on a stream that blocks.
    pub stream: TcpStream,
    /// Where the thread that serves it notes its states.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Both orders to stop.
    pub stop: StopHandle,
    /// Its page in the server's books.
    pub page: Page,
    /// Connections that the second order has cut.
    pub cut: Arc<AtomicU64>,
    /// Goes last: whoever waits for it finds the page closed.
    pub guest: Guest,
}

impl Connection {
    /// Serves the client on this thread until it ends, or the server does.
    // ANCHOR: serve
    pub fn serve(self) {
        let Connection { number, stream, journal, work, stop, page, cut, guest } = self;
        journal.say(|| format!("serves connection {number}"));
        let outcome = exchange(Arc::new(stream), &journal, &work, &stop);
        if outcome == Outcome::Broken && stop.now().is_stopped() {
            cut.fetch_add(1, Ordering::Relaxed); // read when all have ended
        }
        journal.say(|| format!("connection {number} is closed"));
        page.close(outcome);
        drop(guest);
    }
    // ANCHOR_END: serve
}

/// Echoes on `stream` until its client ends, or the server does; the stream is closed then.
fn exchange(stream: Arc<TcpStream>, journal: &Journal, work: &Work, stop: &StopHandle) -> Outcome {
    // As in chapter 1: an answer leaves at once.
    let _ = stream.set_nodelay(true);
    let timed = stream.set_read_timeout(Some(LOOK_AGAIN_AFTER));
    // The second order cuts it, whatever it waits in: a read, a write, or the client's last word.
    let _cut = stop.now().on_stop({
        let stream = Arc::clone(&stream);
        move || drop(stream.shutdown(Shutdown::Both))
    });
    let mut stoppable = Stoppable { stream: &stream, journal, stop, after_stop: 0 };
    let echoed = timed.and_then(|()| {
        echo_until_eof(&mut stoppable, &mut |request| {
            journal.state("working");
            let _ = run(work, request, stop); // the stream is shut down by then
        })
    });
    match echoed {
        Ok(_) if stop.now().is_stopped() => Outcome::Broken,
        Ok(bytes) => {
            if stop.graceful().is_stopped() {
                journal.state("closing");
                close_in_good_order(&stream);
            }
            Outcome::Served { bytes }
        }
        Err(_) if stop.now().is_stopped() => {
            journal.say(|| "cut".to_owned());
            Outcome::Broken
        }
        Err(error) => {
            journal.say(|| format!("broken: {error}"));
            Outcome::Broken
        }
    }
}

/// Says that we are done, and waits for the client's end, or until it is quiet. What it still sends
/// was not accepted, and is thrown away.
// ANCHOR: close
fn close_in_good_order(mut stream: &TcpStream) {
    let mut heard = Instant::now();
    let mut rest = [0; 4096];
    let mut open = stream.shutdown(Shutdown::Write).is_ok();
    while open && heard.elapsed() < LINGER {
        match stream.read(&mut rest) {
            Ok(0) => open = false,
            Ok(_) => heard = Instant::now(),
            Err(error) => open = is_timeout(&error) || error.kind() == ErrorKind::Interrupted,
        }
    }
}
// ANCHOR_END: close

/// A stream that ends when the server does.
struct Stoppable<'a> {
    stream: &'a TcpStream,
    journal: &'a Journal,
    stop: &'a StopHandle,
    /// Bytes read since the stop.
    after_stop: usize,
}

impl Read for Stoppable<'_> {
    // ANCHOR: read
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.journal.state("reading");
        while !self.stop.graceful().is_stopped() {
            match self.stream.read(buffer) {
                Err(error) if is_timeout(&error) => {}
                result => return result,
            }
        }
        self.read_what_is_there(buffer)
    }
    // ANCHOR_END: read
}

impl Stoppable<'_> {
    /// Reads without waiting; nothing there is the end.
    fn read_what_is_there(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.after_stop >= LAST_BYTES {
            return Ok(0);
        }
        self.stream.set_nonblocking(true)?;
        let read = self.stream.read(buffer);
        // Writes shall block as before.
        self.stream.set_nonblocking(false)?;
        match read {
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(0),
            result => result.inspect(|length| self.after_stop += length),
        }
    }
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.journal.state("writing");
        // Work that the second order has cut short has no answer. The socket may be open still.
        if self.stop.now().is_stopped() {
            return Err(ErrorKind::ConnectionAborted.into());
        }
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The systems disagree about which of the two it is.
fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}
