//! Accepting, and what its errors mean.
//!
//! `accept` fails for three kinds of reasons, and each wants something else. The connection at the
//! head of the queue may be dead already: take the next. The process or the system may be out of
//! descriptors or memory: wait, since the same connection stays in the queue, and asking again at
//! once would spin. Or the listener itself may be unusable: give up.

use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

pub use crate::backoff::Backoff;
use crate::errno;

/// What to do after an accept error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Only that connection is lost: accept again at once.
    Retry,
    /// Resources are short: accept again after a pause.
    BackOff,
    /// The listener will never work again: stop serving.
    Fatal,
}

/// This chapter's own sorting: short and safe rather than exact.
///
/// What it knows by its kind is sorted; all the rest backs off, which is never wrong by more than
/// a pause. Exercise 1.3 makes it exact, error by error.
// ANCHOR: verdict
pub fn verdict(error: &io::Error) -> Verdict {
    match error.kind() {
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::Interrupted => {
            Verdict::Retry
        }
        _ if error.raw_os_error() == Some(errno::EBADF) => Verdict::Fatal,
        _ => Verdict::BackOff,
    }
}
// ANCHOR_END: verdict

/// A source of connections: a listener, or in tests something that fails when told to.
pub trait Accept: Send {
    /// Waits for the next connection.
    ///
    /// # Errors
    /// Whatever keeps this one connection, or any, from being accepted.
    fn accept(&self) -> io::Result<TcpStream>;

    /// Whether an error of accept means that nobody is to be accepted any more. Here nobody can
    /// say so; from chapter 5 on somebody can.
    fn is_over(&self) -> bool {
        false
    }

    /// Waits for better times, between two attempts.
    fn pause(&self, time: Duration) {
        thread::sleep(time);
    }
}

impl Accept for TcpListener {
    fn accept(&self) -> io::Result<TcpStream> {
        TcpListener::accept(self).map(|(stream, _)| stream)
    }
}
