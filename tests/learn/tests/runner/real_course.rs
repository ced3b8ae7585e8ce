//! The course itself is sound.

use std::process::{Command, Stdio};

#[test]
fn every_exercise_of_the_course_is_sound() {
    let output = Command::new(env!("CARGO_BIN_EXE_learn"))
        .args(["--root", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "verify"])
        .stdin(Stdio::null())
        .output()
        .expect("cargo learn starts");
    let told =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{}", told.concat());
}
