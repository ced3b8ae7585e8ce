//! Each wrong answer is caught by the test that it names, under a model.

pub(crate) mod sync {
    pub(crate) use std::sync::Mutex;
}

include!(concat!(env!("OUT_DIR"), "/wrong_answers_modelled.rs"));

fn main() -> std::process::ExitCode {
    wrong::main(WRONG)
}
