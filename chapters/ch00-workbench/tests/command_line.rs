//! The workbench's own program keeps what the common command line promises, but for serving.

use std::path::Path;

use ch00_workbench::testkit::{Program, command_line, transcript};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch00-workbench") };

#[test]
fn wrong_usage_says_what_is_right() {
    command_line::wrong_usage_says_what_is_right(PROGRAM);
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    command_line::a_reader_who_has_seen_enough_is_no_error(PROGRAM);
}

#[test]
fn colour_can_be_switched_off() {
    command_line::colour_can_be_switched_off(PROGRAM);
}

#[test]
fn there_is_nothing_to_serve_and_it_says_so() {
    let output = PROGRAM.run(&["serve"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("chapter 0 has no server"), "{said}");
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch00-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}
