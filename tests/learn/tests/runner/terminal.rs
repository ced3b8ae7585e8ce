//! What only a terminal shows: a question, and colour.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};

use rustix::pty::{self, OpenptFlags};

use crate::mini::Mini;

/// Runs `cargo learn` in a terminal of its own, types `answer`, and returns all that was shown.
fn in_a_terminal(mini: &Mini, arguments: &[&str], answer: &str) -> String {
    let terminal = pty::openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    pty::grantpt(&terminal).expect("a terminal");
    pty::unlockpt(&terminal).expect("a terminal");
    let name = pty::ptsname(&terminal, Vec::new()).expect("its name");
    let line = OpenOptions::new().read(true).write(true).open(name.to_str().expect("a path"));
    let line = line.expect("its other end");
    let mut child = mini
        .command(arguments)
        .stdin(line.try_clone().expect("standard input"))
        .stdout(line)
        .spawn()
        .expect("cargo learn starts");
    let mut keyboard = File::from(terminal);
    keyboard.write_all(answer.as_bytes()).expect("typed");
    let mut shown = Vec::new();
    // Linux ends the reading with an error when the other end is closed, others with its end.
    let _ = keyboard.read_to_end(&mut shown);
    assert!(child.wait().expect("cargo learn ends").success());
    String::from_utf8_lossy(&shown).into_owned()
}

#[test]
fn the_solution_is_asked_for_first() {
    let mini = Mini::new("terminal");
    let refused = in_a_terminal(&mini, &["solution", "1.1"], "n\n");
    assert!(refused.contains("Show our answer to 1.1? [y/N]"), "{refused}");
    assert!(
        !refused.contains("number * 2") && refused.contains("cargo learn hint 1.1"),
        "{refused}"
    );
    let agreed = in_a_terminal(&mini, &["solution", "1.1"], "y\n");
    assert!(agreed.contains("\u{1b}[32m+    number * 2"), "{agreed:?}");
}
