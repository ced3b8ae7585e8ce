//! The acceptor's loop: chapter 1's, with `.await` where that one blocks.

use std::io;
use std::net::TcpStream;

use ch00_workbench::Journal;
use ch01_thread_per_connection::accept::{Backoff, Verdict};
use ch01_thread_per_connection::ledger::Ledger;
use smol::{Async, Timer};

use crate::accept::Accept;

/// What an acceptor needs.
pub struct AcceptLoop<'a> {
    /// Where connections come from.
    pub listener: &'a dyn Accept,
    /// Where the acceptor notes what it does.
    pub journal: &'a Journal,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
    /// Accept this many connections and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Where failed accepts are counted.
    pub ledger: &'a Ledger,
}

impl AcceptLoop<'_> {
    /// Accepts, and calls `start` with each connection's number (from 1) and its stream.
    ///
    /// # Errors
    /// An accept error whose verdict is [`Verdict::Fatal`].
    // ANCHOR: run
    pub async fn run(&self, start: impl Fn(u64, Async<TcpStream>)) -> io::Result<()> {
        let mut backoff = Backoff::default();
        let mut accepted = 0;
        while self.connections.is_none_or(|most| accepted < most) {
            self.journal.state("accepting");
            match self.listener.accept().await {
                Ok(stream) => {
                    accepted += 1;
                    backoff.reset();
                    start(accepted, stream);
                }
                Err(error) => self.after(error, &mut backoff).await?,
            }
        }
        Ok(())
    }
    // ANCHOR_END: run

    /// Deals with an accept error: go on, go on after a pause, or give up. The pause is a timer's:
    /// a thread that slept here would keep all its tasks waiting.
    async fn after(&self, error: io::Error, backoff: &mut Backoff) -> io::Result<()> {
        self.ledger.accept_failed();
        match (self.verdict)(&error) {
            Verdict::Retry => self.journal.say(|| format!("accept: {error}; goes on")),
            Verdict::BackOff => {
                let pause = backoff.next_pause();
                self.journal.say(|| format!("accept: {error}; pauses {pause:?}"));
                Timer::after(pause).await;
            }
            Verdict::Fatal => return Err(error),
        }
        Ok(())
    }
}
