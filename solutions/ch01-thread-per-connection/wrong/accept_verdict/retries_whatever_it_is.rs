//! Wrong answer to exercise 1.3: an accept that failed is an accept to make again: true of most errors, and a spin on the rest.
//!
//! looked right: For a connection that was reset while it waited, to try again at once is just right.
//! caught by: accept_verdict_contract::want_of_resources_backs_off
//! diagnosis: a retry at once would spin

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
        Some(EMFILE | ENFILE | ENOBUFS | ENOMEM) => Verdict::Retry,
        Some(EBADF | ENOTSOCK | EINVAL) => Verdict::Fatal,
        Some(_) => Verdict::BackOff,
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
