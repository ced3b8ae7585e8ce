//! The acceptor's loop: every chapter whose acceptor blocks runs this one.

use std::io;
use std::net::TcpStream;

use ch00_workbench::Journal;

use crate::accept::{Accept, Backoff, Verdict};
use crate::ledger::Ledger;

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
    /// Accepts, and calls `start` with each connection's number (from 1), its stream, and what
    /// `admit` returned just before it was accepted. Both may wait, and nobody is accepted
    /// meanwhile.
    ///
    /// # Errors
    /// An accept error whose verdict is [`Verdict::Fatal`].
    // ANCHOR: run
    pub fn run<P>(
        &self,
        admit: impl Fn() -> P,
        mut start: impl FnMut(u64, TcpStream, P),
    ) -> io::Result<()> {
        let mut backoff = Backoff::default();
        let mut accepted = 0;
        while self.connections.is_none_or(|most| accepted < most) {
            let permit = admit();
            self.journal.state("accepting");
            match self.listener.accept() {
                Ok(stream) => {
                    accepted += 1;
                    backoff.reset();
                    start(accepted, stream, permit);
                }
                Err(_) if self.listener.is_over() => break,
                Err(error) => self.after(error, &mut backoff)?,
            }
        }
        Ok(())
    }
    // ANCHOR_END: run

    /// Deals with an accept error: go on, go on after a pause, or give up.
    // ANCHOR: after
    fn after(&self, error: io::Error, backoff: &mut Backoff) -> io::Result<()> {
        self.ledger.accept_failed();
        match (self.verdict)(&error) {
            Verdict::Retry => self.journal.say(|| format!("accept: {error}; goes on")),
            Verdict::BackOff => {
                let pause = backoff.next_pause();
                self.journal.say(|| format!("accept: {error}; pauses {pause:?}"));
                self.listener.pause(pause);
            }
            Verdict::Fatal => return Err(error),
        }
        Ok(())
    }
    // ANCHOR_END: after
}
