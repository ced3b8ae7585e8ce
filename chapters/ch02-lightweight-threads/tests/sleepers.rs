//! The sleepers' two processes begin and end together, and the experiment tells what it found.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

use ch00_workbench::testkit::Program;
use ch00_workbench::within;

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch02-lightweight-threads") };
const LIMIT: Duration = Duration::from_secs(60);

/// A server of the experiment as its parent starts it.
fn server(pattern: &str) -> Command {
    let mut command = PROGRAM.command(&["sleepers-server", pattern]);
    command.args(["--sleep-ns=1", "--threads=1", "--max-threads=8"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

#[test]
fn a_server_ends_with_its_input() {
    within(LIMIT, || {
        for pattern in ["threads", "tasks"] {
            let mut child = server(pattern).spawn().expect("it can be started");
            let mut first = String::new();
            let mut output = BufReader::new(child.stdout.take().expect("its output is piped"));
            output.read_line(&mut first).expect("its output is text");
            assert!(first.starts_with("listening on "), "{first}");
            drop(child.stdin.take()); // as the system does when the parent ends
            assert!(child.wait().expect("it was started").success(), "{pattern}");
        }
    });
}

/// The server has inherited the standard error of the experiment: it ends when both are gone.
#[cfg(target_os = "linux")]
#[test]
fn a_server_does_not_outlive_a_killed_experiment() {
    within(LIMIT, || {
        let mut command = PROGRAM.command(&["sleepers", "--clients", "2", "--work", "sleep:10m"]);
        let mut parent = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it can be started");
        let id = parent.id();
        let children = format!("/proc/{id}/task/{id}/children");
        while std::fs::read_to_string(&children).expect("the kernel tells").is_empty() {
            std::thread::yield_now();
        }
        parent.kill().expect("it runs");
        let mut rest = String::new();
        let mut output = parent.stderr.take().expect("it is piped");
        output.read_to_string(&mut rest).expect("its end, when the server has gone");
        parent.wait().expect("it was started");
        assert_eq!(rest, "", "nobody complains");
    });
}
