//! The chapter's program keeps what the common command line promises, and ends as it is told.

use std::path::Path;

use ch00_workbench::testkit::{Program, command_line, transcript};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch05-two-phase-termination") };

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch05-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

#[cfg(unix)]
mod signals {
    use std::net::TcpStream;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
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
    fn each_polite_signal_ends_it_in_good_order() {
        for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
            within(LIMIT, || {
                let server = PROGRAM.serve(&[]);
                let mut client = connect(&server);
                client.round_trip("hello").expect("an echo");
                send(&server, signal);
                client.expect_end().expect("the end");
                client.finish().expect("an orderly end");
                let address = server.address;
                let (well, printed) = server.wait();
                assert!(well, "{printed}");
                assert!(printed.contains("no new clients; waits up to 5s"), "{printed}");
                assert!(printed.ends_with("stopped in good order\n"), "{printed}");
                assert!(TcpStream::connect(address).is_err());
            });
        }
    }

    /// Clients that ask as fast as they are answered; the server says how much it has echoed.
    #[test]
    fn with_fifty_active_clients_a_signal_costs_no_accepted_byte() {
        within(LIMIT, || {
            let server = PROGRAM.serve(&["--quiet"]);
            let answered = Arc::new(AtomicU64::new(0));
            let clients: Vec<_> = (0..50)
                .map(|_| {
                    let (mut client, answered) = (connect(&server), Arc::clone(&answered));
                    thread::spawn(move || {
                        let mut answers = 0;
                        while client.round_trip("0123456789").is_ok() {
                            answers += 1;
                            answered.fetch_add(1, Ordering::Relaxed);
                        }
                        answers
                    })
                })
                .collect();
            while answered.load(Ordering::Relaxed) < 500 {
                thread::yield_now();
            }
            send(&server, Signal::TERM);
            let answers: u64 = clients.into_iter().map(|c| c.join().expect("no panic")).sum();
            let (well, printed) = server.wait();
            assert!(well, "{printed}");
            // The server counts what it has read and echoed, the clients what has arrived.
            let expected = format!("50 served ({} bytes), 0 broken", answers * 10);
            assert!(
                printed.starts_with(&expected),
                "{expected} is what arrived; it says {printed}"
            );
        });
    }

    #[test]
    fn a_second_signal_ends_it_now_and_not_well() {
        within(LIMIT, || {
            // Quiet: nobody reads its output before the end, and a full pipe would hold it up.
            let server = PROGRAM.serve(&["--quiet", "--work", "sleep:1h", "--drain", "1h"]);
            let mut client = connect(&server);
            client.send("slow").expect("a connection");
            // Refused connections say that the first signal has arrived.
            send(&server, Signal::TERM);
            while TcpStream::connect(server.address).is_ok() {
                thread::yield_now();
            }
            send(&server, Signal::TERM);
            assert!(client.receive("slow").is_err(), "cut");
            let (well, printed) = server.wait();
            assert!(!well, "a forced stop is not exit code 0:\n{printed}");
            assert!(printed.ends_with("stopped by force (connections cut: 1)\n"), "{printed}");
        });
    }

    #[test]
    fn the_timeline_is_drawn_at_the_end_and_the_reporter_ends_too() {
        within(LIMIT, || {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("run.svg");
            let path = file.to_str().expect("a path in UTF-8");
            let server = PROGRAM.serve(&["--timeline", path, "--report", "1h"]);
            send(&server, Signal::TERM);
            let (well, printed) = server.wait();
            assert!(well, "{printed}");
            assert!(std::fs::read_to_string(&file).expect("it is there").contains("<svg"));
        });
    }
}
