//! The course itself has what its exercises need.

use std::process::{Command, Stdio};

/// By the files alone: what `cargo learn verify` builds and runs besides is part of `cargo test`
/// too, each solution and each wrong answer in its own package.
#[test]
fn no_exercise_of_the_course_lacks_a_part() {
    let output = Command::new(env!("CARGO_BIN_EXE_learn"))
        .args(["--root", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "verify", "--quick"])
        .stdin(Stdio::null())
        .output()
        .expect("cargo learn starts");
    let told =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{}", told.concat());
}
