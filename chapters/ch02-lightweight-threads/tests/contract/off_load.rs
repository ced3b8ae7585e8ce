//! What exercise 2.3 must keep on real threads. That no wake-up is lost in any order of the thread
//! and the task is for the model beside this file.

use std::io::{self, ErrorKind};
use std::panic::{self, AssertUnwindSafe};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use ch00_workbench::{Gate, Journal, Memory, within};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use smol::future::block_on;

use super::off_load::{OffLoaded, off_load};

const LIMIT: Duration = Duration::from_secs(5);

/// A waker that notes whether it was called.
#[derive(Default)]
struct Woken(AtomicBool);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// As `within`; if the limit passes, the watchdog's journal says what was expected.
fn expecting<T>(claim: &str, body: impl FnOnce() -> T) -> T {
    let memory = Memory::new();
    Journal::to(vec![Box::new(memory.clone())]).say(|| format!("expected: {claim}"));
    within(LIMIT, body)
}

fn poll<T>(future: &mut OffLoaded<T>, waker: &Waker) -> Poll<io::Result<T>> {
    Pin::new(future).poll(&mut Context::from_waker(waker))
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn the_call_runs_on_another_thread() {
    let result =
        expecting("the call runs on a thread of its own, and its end wakes the task", || {
            block_on(off_load(&OsThreads::default(), || thread::current().id()))
        });
    let id = result.expect("there are threads");
    assert_ne!(id, thread::current().id(), "the call ran on the thread that polls");
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn the_future_waits_without_a_thread() {
    expecting(
        "off_load and poll return while the call goes on, and its end wakes the task",
        || {
            let gate = Gate::new("the call's end");
            let call = {
                let gate = gate.clone();
                move || gate.pass()
            };
            let mut future = off_load(&OsThreads::default(), call);
            gate.wait_for_waiting(1);
            // The call stands at its gate, and yet this returns.
            assert!(poll(&mut future, Waker::noop()).is_pending(), "the call has not ended");
            gate.open();
            block_on(future).expect("there are threads");
        },
    );
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn the_waker_of_the_last_poll_is_woken() {
    expecting("the call's thread ends after it has woken the last poll's waker", || {
        let gate = Gate::new("the call's end");
        let call = {
            let gate = gate.clone();
            move || gate.pass()
        };
        let threads = OsThreads::default();
        let mut future = off_load(&threads, call);
        assert!(poll(&mut future, Waker::noop()).is_pending(), "the call has not ended");
        // The task has moved: now it is polled with another waker.
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        assert!(poll(&mut future, &waker).is_pending(), "the call has not ended");
        gate.open();
        threads.running.wait_until_none();
        let woken = woken.0.load(Ordering::SeqCst);
        assert!(woken, "the call's thread has ended, and the last poll's waker was not woken");
        assert!(poll(&mut future, &waker).is_ready(), "woken, and yet it is not ready");
    });
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn a_panic_of_the_call_reaches_the_task() {
    let end = expecting("the call's thread ends, with the panic kept for the task", || {
        let threads = OsThreads::default();
        let mut future = off_load(&threads, || panic!("on purpose: in the call"));
        threads.running.wait_until_none();
        panic::catch_unwind(AssertUnwindSafe(|| poll(&mut future, Waker::noop()).is_pending()))
    });
    let payload = match end {
        Err(payload) => payload,
        Ok(true) => panic!("the call's thread is gone with a panic: this task waits for ever"),
        Ok(false) => panic!("the call panicked, so its task must panic as well"),
    };
    let text = payload.downcast_ref::<&str>().copied().unwrap_or("another payload");
    assert_eq!(text, "on purpose: in the call");
}

/// Has no thread for anybody.
struct NoThreads;

impl Spawn for NoThreads {
    fn spawn(&self, _: String, _: Job) -> io::Result<()> {
        Err(ErrorKind::QuotaExceeded.into())
    }
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn without_a_thread_the_error_comes_out() {
    let mut future =
        expecting("without a thread, off_load returns at once", || off_load(&NoThreads, || ()));
    let Poll::Ready(result) = poll(&mut future, Waker::noop()) else {
        panic!("no thread will ever end this call, so the future must be ready at once");
    };
    assert_eq!(result.expect_err("there is no thread").kind(), ErrorKind::QuotaExceeded);
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn a_dropped_future_does_not_stop_the_call() {
    expecting("the call goes on to its end, although nobody awaits it", || {
        let (gate, done) = (Gate::new("the call goes on"), Gate::new("the call's end"));
        let call = {
            let (gate, done) = (gate.clone(), done.clone());
            move || {
                gate.pass();
                done.open();
            }
        };
        drop(off_load(&OsThreads::default(), call));
        gate.open();
        done.pass();
    });
}
