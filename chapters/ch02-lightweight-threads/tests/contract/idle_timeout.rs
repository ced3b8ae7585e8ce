//! What exercise 2.2 must keep: the first one wins, and the loser takes nothing with it.

use std::io::ErrorKind;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use ch00_workbench::within;
use ch02_lightweight_threads::scripted::Scripted;

use super::idle_timeout::{fill_or_idle, read_or_idle};

const LIMIT: Duration = Duration::from_secs(5);

/// Polls that a script here can need at most.
const MOST_POLLS: usize = 100;

/// A timer by hand: ready at its poll number `rings_at`, from 1. Holds `alive` while it lives.
struct Timer {
    rings_at: usize,
    polls: usize,
    _alive: Rc<()>,
}

fn timer(rings_at: usize) -> Timer {
    Timer { rings_at, polls: 0, _alive: Rc::default() }
}

/// Longer than any script.
const NEVER: usize = usize::MAX;

impl Future for Timer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        self.polls += 1;
        if self.polls >= self.rings_at { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// Polls by hand until it is ready.
fn drive<T>(future: impl Future<Output = T>) -> T {
    within(LIMIT, || {
        let mut future = pin!(future);
        for _ in 0..MOST_POLLS {
            let polled = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            if let Poll::Ready(result) = polled {
                return result;
            }
        }
        panic!("polled {MOST_POLLS} times, and still neither bytes nor a timer");
    })
}

#[test]
#[cfg_attr(
    waiting = "idle_timeout",
    ignore = "exercise 2.2 waits for you in src/exercises/idle_timeout.rs"
)]
fn bytes_before_the_timer_are_returned() {
    let mut stream = Scripted::staying([None, None, Some(Ok(&b"hello"[..]))]);
    let (mut buffer, alive) = ([0; 16], Rc::new(()));
    let timer = Timer { rings_at: NEVER, polls: 0, _alive: Rc::clone(&alive) };
    let read = drive(read_or_idle(&mut stream, &mut buffer, timer)).expect("no error");
    assert_eq!(read, Some(5), "five bytes came, and no timer rang");
    assert_eq!(&buffer[..5], b"hello");
    assert_eq!(Rc::strong_count(&alive), 1, "the timer lost the race, so it is dropped");
}

#[test]
#[cfg_attr(
    waiting = "idle_timeout",
    ignore = "exercise 2.2 waits for you in src/exercises/idle_timeout.rs"
)]
fn an_idle_client_is_given_up_and_nothing_is_lost() {
    let mut stream = Scripted::staying([None, None, None, Some(Ok(&b"late"[..]))]);
    let mut buffer = [0; 16];
    let read = drive(read_or_idle(&mut stream, &mut buffer, timer(2))).expect("no error");
    assert_eq!(read, None, "the timer rang first");
    let read = drive(read_or_idle(&mut stream, &mut buffer, timer(NEVER))).expect("no error");
    assert_eq!(read, Some(4), "what comes after the race belongs to the next read");
    assert_eq!(&buffer[..4], b"late");
}

#[test]
#[cfg_attr(
    waiting = "idle_timeout",
    ignore = "exercise 2.2 waits for you in src/exercises/idle_timeout.rs"
)]
fn of_two_that_are_ready_the_bytes_win_every_time() {
    for round in 1..=64 {
        let mut stream = Scripted::staying([Some(Ok(&b"in time"[..]))]);
        let mut buffer = [0; 16];
        let read = drive(read_or_idle(&mut stream, &mut buffer, timer(1))).expect("no error");
        assert_eq!(read, Some(7), "round {round}: the bytes were there in time, yet the timer won");
    }
}

#[test]
#[cfg_attr(
    waiting = "idle_timeout",
    ignore = "exercise 2.2 waits for you in src/exercises/idle_timeout.rs"
)]
fn the_end_and_errors_are_no_silence() {
    let mut stream =
        Scripted::staying([Some(Ok(&b""[..])), Some(Err(ErrorKind::ConnectionReset.into()))]);
    let mut buffer = [0; 16];
    let end = drive(read_or_idle(&mut stream, &mut buffer, timer(NEVER))).expect("no error");
    assert_eq!(end, Some(0), "a read of nothing is the end");
    let error = drive(read_or_idle(&mut stream, &mut buffer, timer(NEVER))).expect_err("a reset");
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
}

#[test]
#[cfg_attr(
    waiting = "idle_timeout",
    ignore = "exercise 2.2 waits for you in src/exercises/idle_timeout.rs"
)]
fn a_message_in_pieces_is_whole_in_spite_of_the_timer() {
    let mut stream = Scripted::staying([
        Some(Ok(&b"half"[..])),
        None,
        None,
        None,
        Some(Ok(b" and")),
        Some(Ok(b" half")),
    ]);
    let (mut message, mut filled) = ([0; 13], 0);
    let whole = drive(fill_or_idle(&mut stream, &mut message, &mut filled, timer(2)));
    assert!(!whole.expect("no error"), "the timer rang before the message was whole");
    assert_eq!(filled, 4, "what had arrived before the timer is still counted");
    let whole = drive(fill_or_idle(&mut stream, &mut message, &mut filled, timer(NEVER)));
    assert!(whole.expect("no error") && filled == 13, "the rest came, {filled} of 13 bytes");
    assert_eq!(String::from_utf8_lossy(&message), "half and half", "no piece lost or doubled");
}

#[test]
#[cfg_attr(
    waiting = "idle_timeout",
    ignore = "exercise 2.2 waits for you in src/exercises/idle_timeout.rs"
)]
fn a_dropped_fill_leaves_its_count() {
    let mut stream = Scripted::staying([Some(Ok(&b"half"[..])), None]);
    let (mut message, mut filled) = ([0; 8], 0);
    {
        let mut fill = pin!(fill_or_idle(&mut stream, &mut message, &mut filled, timer(NEVER)));
        let polled = fill.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        assert!(polled.is_pending(), "only half of it has come");
    } // dropped, as the loser of some other race would be
    assert_eq!(filled, 4, "four bytes are in `message`, so the count must say so");
}

#[test]
#[cfg_attr(
    waiting = "idle_timeout",
    ignore = "exercise 2.2 waits for you in src/exercises/idle_timeout.rs"
)]
fn an_end_within_a_message_is_an_error() {
    let mut stream = Scripted::staying([Some(Ok(&b"half"[..])), Some(Ok(b""))]);
    let (mut message, mut filled) = ([0; 8], 0);
    let error = drive(fill_or_idle(&mut stream, &mut message, &mut filled, timer(NEVER)));
    let error = error.expect_err("the stream ended in the middle of a message");
    assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
}
