//! Exercise 1.3: what an accept error means, exactly
//!
//! The chapter's own sorting knows four errors and backs off on all the rest. That is safe, but a
//! pause for each client that hung up too soon slows the others down, and pausing for ever before
//! a listener that is gone helps nobody. Sort them all.
//!
//! What holds when you are done:
//!
//! * The *connection* is at fault: [`Verdict::Retry`]. It was aborted (`ECONNABORTED`), its
//!   protocol failed (`EPROTO`), a firewall forbade it (`EPERM`), or an error of its network was
//!   waiting on it (`ENETDOWN`, `ENETUNREACH`, `EHOSTDOWN`, `EHOSTUNREACH`). A signal (`EINTR`)
//!   costs no more than the call either.
//! * The *resources* are at fault: [`Verdict::BackOff`]. No descriptor in the process (`EMFILE`) or
//!   in the system (`ENFILE`), no buffer (`ENOBUFS`), no memory (`ENOMEM`).
//! * The *listener* is at fault: [`Verdict::Fatal`]. It is closed (`EBADF`), no socket
//!   (`ENOTSOCK`), or does not listen (`EINVAL`).
//! * An error you don't know backs off: wrong by a pause at most.
//!
//! The numbers are in `crate::errno`, and [`io::Error::raw_os_error`] tells the error's number. An
//! error without a number (made by hand) is sorted by its [`io::ErrorKind`], into the same three
//! groups: `ConnectionAborted` and `Interrupted` retry, `InvalidInput` is fatal, and so on.

use std::io;

use crate::accept::Verdict;

/// Sorts an accept error by what is at fault.
pub fn accept_verdict(error: &io::Error) -> Verdict {
    todo!("exercise 1.3: sort the error by what is at fault")
}
