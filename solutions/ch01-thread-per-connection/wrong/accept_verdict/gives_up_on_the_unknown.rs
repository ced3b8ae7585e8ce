//! Wrong answer to exercise 1.3: what one does not know may be serious; so one stray error in a year ends the server.
//!
//! looked right: Every error that its author could name is sorted as it should be.
//! caught by: accept_verdict_contract::an_unknown_error_backs_off
//! diagnosis: unknown: a pause is never wrong by much

use std::io;

use crate::accept::Verdict;
use crate::errno::*;

/// Sorts an accept error by what is at fault.
pub fn accept_verdict(error: &io::Error) -> Verdict {
    match error.raw_os_error() {
        Some(
            ECONNABORTED | EPROTO | EPERM | ENETDOWN | ENETUNREACH | EHOSTDOWN | EHOSTUNREACH
            | EINTR,
        ) => Verdict::Retry,
        Some(EMFILE | ENFILE | ENOBUFS | ENOMEM) => Verdict::BackOff,
        Some(EBADF | ENOTSOCK | EINVAL) => Verdict::Fatal,
        Some(_) => Verdict::Fatal,
        None => verdict_by_kind(error.kind()),
    }
}

fn verdict_by_kind(kind: io::ErrorKind) -> Verdict {
    use io::ErrorKind::*;
    match kind {
        ConnectionAborted | ConnectionReset | PermissionDenied | NetworkDown
        | NetworkUnreachable | HostUnreachable | Interrupted => Verdict::Retry,
        InvalidInput => Verdict::Fatal,
        _ => Verdict::BackOff,
    }
}
