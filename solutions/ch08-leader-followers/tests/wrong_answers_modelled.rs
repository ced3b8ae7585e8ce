//! Each wrong answer that only a model catches.

mod sync {
    pub(crate) use modelling::Condvar;
    pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, PoisonError};
    pub(crate) use shuttle::thread;
}

include!(concat!(env!("OUT_DIR"), "/wrong_answers_modelled.rs"));

fn main() -> std::process::ExitCode {
    wrong::main(WRONG)
}
