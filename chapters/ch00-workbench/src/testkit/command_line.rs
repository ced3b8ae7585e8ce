//! The promises of the command line that all chapters share, as checks on a chapter's program.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Output, Stdio};
use std::thread;

use super::Program;

/// All that a chapter with a demo and a server promises.
pub fn of_a_server(program: Program) {
    of_a_demo(program);
    an_address_that_cannot_be_had_is_named(program);
    a_file_that_cannot_be_written_is_named_first(program);
}

/// All that a chapter without a server promises.
pub fn of_a_demo(program: Program) {
    wrong_usage_says_what_is_right(program);
    // Each plays a whole demo, which mostly waits: side by side. A panic in one ends the scope's
    // wait with a panic too, after all of them.
    thread::scope(|scope| {
        scope.spawn(|| a_reader_who_has_seen_enough_is_no_error(program));
        scope.spawn(|| without_colour_there_are_no_escape_codes(program));
        scope.spawn(|| forced_colour_is_shown(program));
    });
}

/// Flags that the program refuses with this exit code: one line with the complaint, and with code 2
/// another with the usage.
pub fn refuses(program: Program, flags: &[&str], code: i32, complaint: &str) {
    let output = program.run(flags);
    let said = complaint_of(&output, code);
    assert!(said.contains(complaint), "{flags:?} should say `{complaint}`, but said:\n{said}");
    // Who got the command line wrong is also shown what it looks like.
    assert_eq!(said.contains("\nusage: "), code == 2, "{flags:?}:\n{said}");
    assert_eq!(said.lines().count(), if code == 2 { 2 } else { 1 }, "{flags:?}:\n{said}");
}

/// Limits that the demo's story would break, each with a value: it says that it cannot be played.
pub fn the_demo_refuses(program: Program, limits: &[[&str; 2]]) {
    for flags in limits {
        refuses(program, flags, 1, &format!("cannot be played with {}", flags[0]));
    }
}

/// Wrong flags and commands: the complaint, a usage line, exit code 2.
fn wrong_usage_says_what_is_right(program: Program) {
    for (flags, complaint) in [
        (&["--frobnicate"][..], "unexpected argument '--frobnicate' found"),
        (&["serve", "--frobnicate"], "unexpected argument '--frobnicate' found"),
        (&["dance"], "unrecognized subcommand 'dance'"),
        (&["serve", "--addr", "nowhere"], "write HOST:PORT"),
        (&["serve", "--work", "knit"], "write none, sleep:200ms, spin:200us or rare:20ms/20000"),
        (&["serve", "--work", "sleep:soon"], "is no duration"),
        (&["serve", "--trace"], "a value is required for '--trace <FILE>'"),
    ] {
        refuses(program, flags, 2, complaint);
    }
}

/// Addresses that cannot be had: one line that names the address, exit code 1.
fn an_address_that_cannot_be_had_is_named(program: Program) {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let taken = taken.local_addr().map(|address| (taken, address)).expect("it is bound");
    let busy = taken.1.to_string();
    // 192.0.2.1 is kept for documentation: no machine has it.
    for (address, complaint) in
        [(busy.as_str(), "the port is in use"), ("192.0.2.1:7007", "has no such address")]
    {
        let output = program.run(&["serve", "--addr", address]);
        let said = complaint_of(&output, 1);
        assert!(said.contains(address) && said.contains(complaint), "{address}: {said}");
        assert_eq!(said.lines().count(), 1, "one line:\n{said}");
    }
}

/// Files that cannot be written: one line before the server starts, exit code 1.
fn a_file_that_cannot_be_written_is_named_first(program: Program) {
    for flag in ["--trace", "--timeline"] {
        let output =
            program.run(&["serve", "--one-shot", "--addr", "127.0.0.1:0", flag, "/no/such/file"]);
        let said = complaint_of(&output, 1);
        assert!(said.contains("cannot write /no/such/file: "), "{said}");
        assert_eq!(said.lines().count(), 1, "one line:\n{said}");
        assert!(output.stdout.is_empty(), "nothing was started before that");
    }
}

/// Help and closed pipes: exit code 0, no panic.
fn a_reader_who_has_seen_enough_is_no_error(program: Program) {
    let help = program.run(&["--help"]);
    assert!(help.status.success() && help.stderr.is_empty(), "{help:?}");

    let mut child = program.command(&["demo"]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut first = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("its output is piped"));
    output.read_line(&mut first).expect("a first line");
    drop(output); // as `head -1` does
    let output = child.wait_with_output().expect("it ends by itself");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no complaint, no panic");
}

/// With `NO_COLOR` a demo prints no escape codes.
fn without_colour_there_are_no_escape_codes(program: Program) {
    let plain = program.run(&[]);
    assert!(plain.status.success(), "{plain:?}");
    assert!(!plain.stdout.contains(&0x1b), "escape codes in spite of NO_COLOR");
}

/// With colour forced, a demo prints escape codes.
fn forced_colour_is_shown(program: Program) {
    let mut coloured = program.command(&[]);
    coloured.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let coloured = coloured.output().expect("it starts");
    assert!(coloured.status.success(), "{coloured:?}");
    assert!(coloured.stdout.contains(&0x1b), "no escape codes where colour was asked for");
}

fn complaint_of(output: &Output, code: i32) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "exit code; it said:\n{said}");
    assert!(!said.contains("panicked"), "{said}");
    said
}
