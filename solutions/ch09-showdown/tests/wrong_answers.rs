//! Each wrong answer is caught by the test it names, with the words it promises.

include!(concat!(env!("OUT_DIR"), "/wrong_answers.rs"));

fn main() -> std::process::ExitCode {
    wrong::main(WRONG)
}
