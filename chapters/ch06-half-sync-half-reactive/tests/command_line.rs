//! The chapter's program keeps what the common command line promises, and ends as it is told.

use std::path::Path;

use ch00_workbench::testkit::{Program, command_line, transcript};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch06-half-sync-half-reactive") };

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch06-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    for (flags, complaint) in [
        (["serve", "--threads", "0"], "a whole number from 1 to 10000"),
        (["serve", "--queue", "-1"], "a whole number from 1 to 1000000"),
        (["serve", "--batch", "0"], "a whole number from 1 to 1000000"),
        (["serve", "--max-connections", "many"], "a whole number from 1 to 1000000"),
        (["serve", "--idle", "0s"], "is no time"),
        (["serve", "--drain", "soon"], "is no time"),
        (["serve", "--mode", "both"], "write reactor or proactor"),
    ] {
        let output = PROGRAM.run(&flags);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(complaint), "{flags:?}: {said}");
    }
}

#[test]
fn the_demo_refuses_limits_that_its_story_would_break() {
    for flags in [["--idle", "1ms"], ["--max-connections", "1"]] {
        let output = PROGRAM.run(&flags);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{flags:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{flags:?}: {said}");
        assert!(said.contains(&format!("cannot be played with {}", flags[0])), "{said}");
    }
}

#[cfg(unix)]
mod signals {
    use std::net::TcpStream;
    use std::thread;
    use std::time::Duration;

    use ch00_workbench::testkit::program::Serving;
    use ch00_workbench::{Client, Journal, within};
    use rustix::process::{Pid, Signal, kill_process};

    use super::PROGRAM;

    const LIMIT: Duration = Duration::from_secs(60);

    fn send(server: &Serving, signal: Signal) {
        let id = Pid::from_raw(server.id() as i32).expect("a process has a number");
        kill_process(id, signal).expect("it is our child");
    }

    fn connect(server: &Serving) -> Client {
        Client::connect(server.address, "client", &Journal::off()).expect("it listens")
    }

    #[test]
    fn a_signal_ends_it_in_good_order_in_both_modes() {
        for mode in ["reactor", "proactor"] {
            within(LIMIT, || {
                let server = PROGRAM.serve(&["--mode", mode]);
                let mut client = connect(&server);
                client.round_trip("hello").expect("an echo");
                send(&server, Signal::TERM);
                client.expect_end().expect("the end");
                client.finish().expect("an orderly end");
                let address = server.address;
                let (well, printed) = server.wait();
                assert!(well, "{printed}");
                assert!(printed.contains("; stopped in good order\n"), "{printed}");
                assert!(TcpStream::connect(address).is_err());
            });
        }
    }

    #[test]
    fn a_second_signal_ends_it_now_and_not_well() {
        for mode in ["reactor", "proactor"] {
            within(LIMIT, || {
                let flags = ["--quiet", "--work", "sleep:1h", "--drain", "1h", "--mode", mode];
                let server = PROGRAM.serve(&flags);
                let mut client = connect(&server);
                client.send("slow").expect("a connection");
                send(&server, Signal::TERM);
                while TcpStream::connect(server.address).is_ok() {
                    thread::yield_now();
                }
                send(&server, Signal::TERM);
                assert!(client.receive("slow").is_err(), "cut");
                let (well, printed) = server.wait();
                assert!(!well, "a forced stop is not exit code 0:\n{printed}");
                assert!(printed.contains("; stopped by force (connections cut: "), "{printed}");
            });
        }
    }
}
