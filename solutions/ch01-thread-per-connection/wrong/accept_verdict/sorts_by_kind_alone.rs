//! Wrong answer to exercise 1.3: `ErrorKind` is the portable way, but it has no name for EPROTO or ENOTSOCK.
//!
//! looked right: All errors that have an `ErrorKind` are sorted rightly, and those are the ones that come to mind.
//! caught by: accept_verdict_contract::a_lost_connection_is_retried_at_once
//! diagnosis: EPROTO is Retry, not BackOff

use std::io;

use crate::accept::Verdict;

/// Sorts an accept error by what is at fault.
pub fn accept_verdict(error: &io::Error) -> Verdict {
    verdict_by_kind(error.kind())
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
