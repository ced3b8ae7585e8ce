//! What exercise 2.3 must keep in every order of the thread and the task.

use std::io;

use ch01_thread_per_connection::spawn::{Job, Spawn};
use modelling::{explore, tell, thread};

use super::off_load::off_load;

/// Threads that the model's scheduler runs.
struct Modelled;

impl Spawn for Modelled {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        let _ = thread(name, || {
            job();
            tell("the call has ended, and so does its thread");
        });
        Ok(())
    }
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn no_wake_up_is_lost() {
    explore(|| {
        let call = off_load(&Modelled, || {
            tell("makes the call");
            42
        });
        tell("awaits the call");
        let result = shuttle::future::block_on(call);
        assert_eq!(result.expect("there are threads"), 42, "the call's result");
    });
}

#[test]
#[cfg_attr(
    waiting = "off_load",
    ignore = "exercise 2.3 waits for you in src/exercises/off_load.rs"
)]
fn two_calls_do_not_take_each_other_s_place() {
    explore(|| {
        let first = off_load(&Modelled, || "first");
        let second = off_load(&Modelled, || "second");
        tell("awaits both");
        assert_eq!(shuttle::future::block_on(second).expect("there are threads"), "second");
        assert_eq!(shuttle::future::block_on(first).expect("there are threads"), "first");
    });
}
