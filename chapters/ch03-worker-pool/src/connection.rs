//! One connection, as a job.

use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::time::Duration;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::connection::{Watched, exchange};
use ch01_thread_per_connection::echo::echo_until_eof;
use ch01_thread_per_connection::ledger::Page;

/// What a connection's job owns. Dropped without being served, it closes the connection, and its
/// page counts it as refused.
pub(crate) struct Connection {
    pub number: u64,
    pub stream: TcpStream,
    pub journal: Journal,
    pub work: Work,
    pub idle_timeout: Option<Duration>,
    pub page: Page,
}

impl Connection {
    /// Serves the connection to its end, on whatever thread took the job.
    // ANCHOR: serve
    pub fn serve(self) {
        let Connection { number, stream, journal, work, idle_timeout, page } = self;
        journal.say(|| format!("serves connection {number}"));
        // A read that times out ends the connection, and so does a write: without them a client
        // that says nothing keeps its worker, and so does one that never takes its answer.
        let limited = stream.set_read_timeout(idle_timeout);
        let limited = limited.and_then(|()| stream.set_write_timeout(idle_timeout));
        let outcome = exchange(stream, &journal, &work, echo);
        debug_assert!(limited.is_ok(), "a time-out of 0 is refused on the command line");
        page.close(outcome);
    }
    // ANCHOR_END: serve
}

/// The echo loop of chapter 1; a read or a write that timed out is said in words.
fn echo(stream: &mut Watched, on_request: &mut dyn FnMut(&[u8])) -> io::Result<u64> {
    echo_until_eof(stream, on_request).map_err(|error| match error.kind() {
        // The systems disagree about which of the two it is.
        ErrorKind::WouldBlock | ErrorKind::TimedOut => {
            io::Error::new(ErrorKind::TimedOut, "its client was idle for too long")
        }
        _ => error,
    })
}
