//! Tells who sits at a terminal why nothing happens for a while.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// A build that is done sooner needs no word.
const SOON: Duration = Duration::from_secs(1);

/// Lives as long as the learner waits.
#[derive(Debug)]
pub(super) struct Patience {
    /// Dropped with the value; the thread that would speak up ends on that.
    _waiting: Option<Sender<()>>,
}

impl Patience {
    /// Asks for patience on standard error, unless it is over soon or nobody sits there.
    pub(super) fn ask(what: &str) -> Patience {
        if !io::stderr().is_terminal() {
            return Patience { _waiting: None };
        }
        let line = format!("{what} (the first time takes a while)…\n");
        let (waiting, over) = mpsc::channel();
        thread::spawn(move || {
            if over.recv_timeout(SOON) == Err(RecvTimeoutError::Timeout) {
                // If the terminal is gone, nobody waits.
                let _ = io::stderr().write_all(line.as_bytes());
            }
        });
        Patience { _waiting: Some(waiting) }
    }
}
