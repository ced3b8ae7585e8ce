//! One connection: its thread's whole life.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use ch00_workbench::{Journal, Work};

use crate::ledger::Page;
use crate::report::Outcome;

/// An echo loop: reads from the stream, hands each request to the closure, writes it back, until
/// the client ends; returns the bytes echoed.
pub type Echo = fn(&mut Watched, &mut dyn FnMut(&[u8])) -> io::Result<u64>;

/// A connection's admission, of whatever kind: dropped when the connection has ended.
pub type Permit = Box<dyn Send>;

/// What one connection's thread owns. All of it goes when the thread ends, in whatever way.
pub struct Connection {
    pub(crate) stream: TcpStream,
    pub(crate) journal: Journal,
    pub(crate) work: Work,
    pub(crate) echo: Echo,
    /// Its line in the books: dropped without `close`, it counts as panicked or never started.
    pub(crate) page: Page,
    pub(crate) permit: Permit,
}

impl Connection {
    // ANCHOR: serve
    pub(crate) fn serve(self) {
        let Connection { stream, journal, work, echo, page, permit } = self;
        let end = journal.end_on_drop();
        let outcome = exchange(stream, &journal, &work, echo);
        // The socket is closed by now. The page goes last: whoever has read of this connection's
        // end in the ledger finds nothing of it left. A panic drops them in the same order.
        drop(end);
        drop(permit);
        page.close(outcome);
    }
    // ANCHOR_END: serve
}

/// Echoes on `stream` until its end, doing `work` for each request and noting the states; the
/// stream is closed when this returns. Later chapters run it on other threads.
// ANCHOR: exchange
pub fn exchange(stream: TcpStream, journal: &Journal, work: &Work, echo: Echo) -> Outcome {
    // An answer leaves at once, without waiting for more to fill a packet (Nagle). Where the
    // client is gone already this fails, and the first read says so better.
    let _ = stream.set_nodelay(true);
    let mut stream = Watched { stream, journal: journal.clone() };
    let echoed = echo(&mut stream, &mut |request| {
        journal.state("working");
        work.run(request);
    });
    match echoed {
        Ok(bytes) => Outcome::Served { bytes },
        Err(error) => {
            journal.say(|| format!("broken: {error}"));
            Outcome::Broken
        }
    }
}
// ANCHOR_END: exchange

/// A stream that notes in the journal whether its thread is reading or writing, so that the echo
/// loop itself stays free of it.
pub struct Watched {
    stream: TcpStream,
    journal: Journal,
}

impl Read for Watched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.journal.state("reading");
        self.stream.read(buffer)
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.journal.state("writing");
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
