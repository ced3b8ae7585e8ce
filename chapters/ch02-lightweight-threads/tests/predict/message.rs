//! A tiny program for chapter 2's page: a read of two pieces that is given up at its first wait.

use std::future::poll_fn;
use std::task::Poll;

use modelling::{predicts, thread};
use shuttle::future::block_on;
use smol::future::poll_once;

use crate::sync::mpsc::{self, Receiver};

// ANCHOR: program
fn a_message_that_may_not_wait() -> String {
    let (sends, inbox) = mpsc::channel();
    let client = thread("client", move || {
        sends.send('a').unwrap();
        sends.send('b').unwrap();
    });
    // Polled once: if it has to wait, the time is up, and the future is dropped.
    let whole = block_on(poll_once(async {
        let first = next(&inbox).await;
        let second = next(&inbox).await;
        format!("{first}{second}")
    }));
    client.join();
    let later: String = inbox.try_iter().collect();
    match whole {
        Some(message) => format!("whole: {message}"),
        None => format!("given up, and read later: {later}"),
    }
}

/// The client's next piece, when it has come.
async fn next(inbox: &Receiver<char>) -> char {
    poll_fn(|_| inbox.try_recv().map_or(Poll::Pending, Poll::Ready)).await
}
// ANCHOR_END: program

#[test]
fn predict_a_read_that_is_given_up() {
    predicts("ch02-message", a_message_that_may_not_wait);
}
