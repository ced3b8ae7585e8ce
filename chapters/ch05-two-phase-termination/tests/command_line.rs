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
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;
    use std::time::Duration;

    use ch00_workbench::testkit::stopping;
    use ch00_workbench::within;
    use rustix::process::Signal;

    use super::PROGRAM;

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn each_polite_signal_ends_it_in_good_order() {
        for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
            let printed = stopping::a_signal_ends_it_in_good_order(PROGRAM, &[], signal);
            assert!(printed.contains("no new clients; waits up to 5s"), "{printed}");
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
                    let (mut client, answered) = (server.connect(), Arc::clone(&answered));
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
            server.send(Signal::TERM);
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
        stopping::a_second_signal_ends_it_now_and_not_well(PROGRAM, &[]);
    }

    #[test]
    fn the_timeline_is_drawn_at_the_end_and_the_reporter_ends_too() {
        within(LIMIT, || {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("run.svg");
            let path = file.to_str().expect("a path in UTF-8");
            let server = PROGRAM.serve(&["--timeline", path, "--report", "1h"]);
            server.send(Signal::TERM);
            let (well, printed) = server.wait();
            assert!(well, "{printed}");
            assert!(std::fs::read_to_string(&file).expect("it is there").contains("<svg"));
        });
    }
}
