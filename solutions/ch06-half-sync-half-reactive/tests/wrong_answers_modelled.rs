//! Each wrong answer that only a model catches.

mod sync {
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, PoisonError};
}

include!(concat!(env!("OUT_DIR"), "/wrong_answers_modelled.rs"));

fn main() -> std::process::ExitCode {
    wrong::main(WRONG)
}
