//! Each wrong answer is caught by the test that it names.

pub(crate) mod sync {
    pub(crate) use std::sync::Mutex;
}

include!(concat!(env!("OUT_DIR"), "/wrong_answers.rs"));

fn main() -> std::process::ExitCode {
    wrong::main(WRONG)
}
