//! The chapter's program keeps what the common command line promises.

use std::path::Path;
use std::time::Duration;

use ch00_workbench::testkit::{Program, command_line, transcript};
use ch00_workbench::{Client, Journal, within};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch03-worker-pool") };
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn a_timeline_wants_an_end() {
    let output = PROGRAM.run(&["serve", "--timeline", "run.svg"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("add --one-shot"), "{said}");
}

#[test]
fn one_shot_serves_one_client_and_ends_well() {
    within(LIMIT, || {
        let server = PROGRAM.serve(&["--one-shot", "--quiet"]);
        let mut client = Client::connect(server.address, "client", &Journal::off()).expect("it");
        client.round_trip("hello").expect("an echo");
        client.finish().expect("an orderly end");
        let (well, printed) = server.wait();
        assert!(well, "{printed}");
        assert!(printed.starts_with("1 served (5 bytes), 0 broken"), "{printed}");
    });
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch03-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

#[test]
fn a_pool_that_cannot_be_is_refused() {
    for (flags, complaint) in [
        (&["--policy", "pray"][..], "write abort, caller-runs, discard or discard-oldest"),
        (&["--idle-timeout", "0s"], "write it like 60s or 200ms"),
        (&["--keep-alive", "soon"], "write it like 60s or 200ms"),
        (&["--max-threads", "0"], "write a whole number from 1 to 10000"),
        (&["--threads", "-1"], "write a whole number from 0 to 10000"),
        (&["--threads", "18446744073709551615"], "write a whole number from 0 to 10000"),
        (&["--queue", "-1"], "write a whole number from 0 to 1000000"),
        (&["--queue", "18446744073709551615"], "write a whole number from 0 to 1000000"),
    ] {
        let output = PROGRAM.run(&[&["serve"], flags].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(complaint), "{flags:?} should say `{complaint}`, but said:\n{said}");
    }
    for (flags, complaint) in [
        (&["--max-threads", "2"][..], "--max-threads 2 is less than --threads 4, the default"),
        (&["--threads", "3", "--max-threads", "2"], "--max-threads 2 is less than --threads 3\n"),
    ] {
        let output = PROGRAM.run(&[&["serve"], flags].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(complaint), "{flags:?} should say `{complaint}`, but said:\n{said}");
    }
}

#[test]
fn caller_runs_serves_more_clients_than_there_are_threads() {
    within(LIMIT, || {
        let flags = ["--policy", "caller-runs", "--threads", "4", "--queue", "1", "--quiet"];
        let server = PROGRAM.serve(&flags);
        let connect = || Client::connect(server.address, "client", &Journal::off());
        let mut clients: Vec<Client> = (0..20).map(|_| connect().expect("it listens")).collect();
        // They take their turns: each is served to its end, by a worker or by the acceptor. The
        // first to be served are the first to go, so that nobody waits for somebody behind it.
        for mut client in clients.drain(..) {
            client.round_trip("hello").expect("an echo");
            client.finish().expect("an orderly end");
        }
        server.kill();
    });
}

#[test]
fn mine_says_what_it_needs() {
    if cfg!(waiting = "bounded_queue") {
        for command in ["serve", "demo"] {
            let output = PROGRAM.run(&[command, "--mine", "--addr", "127.0.0.1:0"]);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{said}");
            assert!(said.contains("cargo learn hint 3.1"), "{said}");
        }
    } else {
        let output = PROGRAM.run(&["serve", "--mine", "--queue", "0", "--addr", "127.0.0.1:0"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("use --queue 1 or more"), "{said}");
    }
}
