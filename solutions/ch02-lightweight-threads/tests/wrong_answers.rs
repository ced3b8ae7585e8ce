//! Each wrong answer is caught by the test it names, with the words it promises.

use ch02_lightweight_threads::handler;
use std::sync;

include!(concat!(env!("OUT_DIR"), "/wrong_answers.rs"));

fn main() -> std::process::ExitCode {
    wrong::main(WRONG)
}
