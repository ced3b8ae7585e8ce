//! One connection: its task's whole life.

use std::net::TcpStream;

use ch00_workbench::Journal;
use ch01_thread_per_connection::ledger::Page;
use ch01_thread_per_connection::report::Outcome;
use smol::Async;
use smol::future::FutureExt;

use crate::echo::Echo;
use crate::handler::Handler;
use crate::stream::Watched;

/// What one connection's task owns. All of it goes when the task ends, in whatever way.
pub struct Connection {
    pub(crate) stream: Async<TcpStream>,
    pub(crate) journal: Journal,
    pub(crate) handler: Handler,
    pub(crate) echo: Echo,
    /// Its line in the books: dropped without `close`, it counts as panicked.
    pub(crate) page: Page,
}

impl Connection {
    // ANCHOR: serve
    pub(crate) async fn serve(self) {
        let Connection { stream, journal, handler, echo, page } = self;
        let end = journal.end_on_drop();
        let outcome = exchange(stream, &journal, &handler, &echo).await;
        // The socket is closed by now, and the page goes last, as in chapter 1. A panic unwinds
        // through this function and drops them in the same order, up to the executor, which drops
        // the task and goes on with the others.
        drop(end);
        page.close(outcome);
    }
    // ANCHOR_END: serve
}

/// Echoes on `stream` until its end, handling each request and noting the states; the stream is
/// closed when this returns.
// ANCHOR: exchange
pub async fn exchange(
    stream: Async<TcpStream>,
    journal: &Journal,
    handler: &Handler,
    echo: &Echo,
) -> Outcome {
    let _ = stream.get_ref().set_nodelay(true);
    let mut stream = Watched::new(stream, journal.clone());
    let failed = async { Err(handler.failure.taken().await) };
    let echoed = echo(&mut stream, handler).or(failed).await;
    match echoed {
        Ok(bytes) => Outcome::Served { bytes },
        Err(error) => {
            journal.say(|| format!("broken: {error}"));
            Outcome::Broken
        }
    }
}
// ANCHOR_END: exchange
