//! Each wrong answer is caught by the test it names, with the words it promises.

mod sync {
    pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
}

include!(concat!(env!("OUT_DIR"), "/wrong_answers.rs"));

fn main() -> std::process::ExitCode {
    wrong::main(WRONG)
}
