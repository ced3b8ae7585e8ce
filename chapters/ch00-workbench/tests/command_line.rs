//! The workbench's own program keeps what the common command line promises, but for serving.

use std::path::Path;

use ch00_workbench::testkit::{Program, command_line, transcript};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch00-workbench") };

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_demo(PROGRAM);
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
