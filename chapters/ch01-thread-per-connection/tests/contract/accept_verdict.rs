//! What exercise 1.3 must keep: each accept error is sorted by what is at fault.

use std::io::{self, ErrorKind};

use ch01_thread_per_connection::accept::Verdict;
use ch01_thread_per_connection::errno::*;

use super::accept_verdict::accept_verdict;

/// Fails with a line for each of `errors` that is sorted otherwise.
fn all_are(verdict: Verdict, why: &str, errors: &[(&str, i32)]) {
    let wrong: Vec<String> = errors
        .iter()
        .map(|(name, number)| (name, accept_verdict(&io::Error::from_raw_os_error(*number))))
        .filter(|(_, given)| *given != verdict)
        .map(|(name, given)| format!("{name} is {verdict:?}, not {given:?}: {why}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
#[cfg_attr(
    waiting = "accept_verdict",
    ignore = "exercise 1.3 waits for you in src/exercises/accept_verdict.rs"
)]
fn a_lost_connection_is_retried_at_once() {
    all_are(
        Verdict::Retry,
        "only that connection is lost, the next may be fine",
        &[
            ("ECONNABORTED", ECONNABORTED),
            ("EPROTO", EPROTO),
            ("EPERM", EPERM),
            ("ENETDOWN", ENETDOWN),
            ("ENETUNREACH", ENETUNREACH),
            ("EHOSTDOWN", EHOSTDOWN),
            ("EHOSTUNREACH", EHOSTUNREACH),
        ],
    );
}

#[test]
#[cfg_attr(
    waiting = "accept_verdict",
    ignore = "exercise 1.3 waits for you in src/exercises/accept_verdict.rs"
)]
fn a_signal_is_retried_at_once() {
    all_are(Verdict::Retry, "a signal interrupted the call", &[("EINTR", EINTR)]);
}

#[test]
#[cfg_attr(
    waiting = "accept_verdict",
    ignore = "exercise 1.3 waits for you in src/exercises/accept_verdict.rs"
)]
fn want_of_resources_backs_off() {
    all_are(
        Verdict::BackOff,
        "the connection stays in the queue, so a retry at once would spin",
        &[("EMFILE", EMFILE), ("ENFILE", ENFILE), ("ENOBUFS", ENOBUFS), ("ENOMEM", ENOMEM)],
    );
}

#[test]
#[cfg_attr(
    waiting = "accept_verdict",
    ignore = "exercise 1.3 waits for you in src/exercises/accept_verdict.rs"
)]
fn a_useless_listener_is_fatal() {
    all_are(
        Verdict::Fatal,
        "this listener will never accept anybody again",
        &[("EBADF", EBADF), ("ENOTSOCK", ENOTSOCK), ("EINVAL", EINVAL)],
    );
}

#[test]
#[cfg_attr(
    waiting = "accept_verdict",
    ignore = "exercise 1.3 waits for you in src/exercises/accept_verdict.rs"
)]
fn an_unknown_error_backs_off() {
    // No system gives numbers as high as these.
    let unknown = [("error 99,991", 99_991), ("error 99,992", 99_992)];
    all_are(Verdict::BackOff, "unknown: a pause is never wrong by much", &unknown);
}

#[test]
#[cfg_attr(
    waiting = "accept_verdict",
    ignore = "exercise 1.3 waits for you in src/exercises/accept_verdict.rs"
)]
fn an_error_without_a_number_is_sorted_by_its_kind() {
    for (kind, verdict, why) in [
        (ErrorKind::ConnectionAborted, Verdict::Retry, "only that connection is lost"),
        (ErrorKind::Interrupted, Verdict::Retry, "a signal interrupted the call"),
        (ErrorKind::OutOfMemory, Verdict::BackOff, "memory is short"),
        (ErrorKind::InvalidInput, Verdict::Fatal, "the listener does not listen"),
        (ErrorKind::Other, Verdict::BackOff, "unknown: a pause is never wrong by much"),
    ] {
        let given = accept_verdict(&io::Error::new(kind, "made by hand"));
        assert_eq!(given, verdict, "an error of kind {kind:?} without a number: {why}");
    }
}
