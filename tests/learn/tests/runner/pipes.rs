//! A reader that goes away is no mistake.

use std::io;
use std::process::Stdio;

use crate::mini::{DOUBLE, Mini, TURN};

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let mini = Mini::new("a_closed_pipe");
    mini.solve(DOUBLE);
    mini.solve(TURN);
    for arguments in [
        &[][..],
        &["check"],
        &["hint", "1.1"],
        &["solution", "1.1", "--yes"],
        &["reset", "1.1"],
        &["watch"],
        &["--help"],
    ] {
        // The reader is gone before the first line is written.
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let child = mini
            .command(arguments)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("cargo learn starts");
        let output = child.wait_with_output().expect("cargo learn ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), told.as_ref()), (Some(0), ""), "{arguments:?}");
    }
}
