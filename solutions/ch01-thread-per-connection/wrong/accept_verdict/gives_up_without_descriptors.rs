//! Wrong answer to exercise 1.3: too many open files sounds like the end; the clients who leave will bring descriptors back.
//!
//! looked right: On a machine with descriptors to spare, this line is never reached.
//! caught by: accept_verdict_contract::want_of_resources_backs_off
//! diagnosis: EMFILE is BackOff, not Fatal

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
        Some(ENOBUFS | ENOMEM) => Verdict::BackOff,
        Some(EMFILE | ENFILE | EBADF | ENOTSOCK | EINVAL) => Verdict::Fatal,
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
