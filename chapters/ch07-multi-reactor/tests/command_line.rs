//! The chapter's program keeps what the common command line promises, and ends as it is told.

use std::path::Path;

use ch00_workbench::testkit::{Program, command_line, transcript};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch07-multi-reactor") };

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch07-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

#[test]
fn a_wrong_flag_says_what_to_write() {
    for (flags, advice) in [
        (["--threads", "0"], "a whole number from 1 to 256"),
        (["--assign", "fastest"], "round-robin or least-connections"),
        (["--budget", "0"], "a whole number from 1 up"),
        (["--idle", "0s"], "write it like 30s or 500ms"),
        (["--max-connections", "none"], "a whole number from 1 up"),
        (["--drain", "soon"], "write it like 5s or 200ms"),
    ] {
        command_line::refuses(PROGRAM, &[&["serve"], &flags[..]].concat(), 2, advice);
    }
}

#[test]
fn the_demo_refuses_limits_that_its_story_would_break() {
    command_line::the_demo_refuses(PROGRAM, &[["--idle", "1ms"], ["--max-connections", "1"]]);
}

#[cfg(unix)]
mod signals {
    use std::process::Command;
    use std::time::Duration;

    use ch00_workbench::testkit::program::Serving;
    use ch00_workbench::testkit::stopping;
    use ch00_workbench::within;
    use rustix::process::Signal;

    use super::PROGRAM;

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn a_polite_signal_ends_it_in_good_order() {
        for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
            within(LIMIT, || {
                let server = PROGRAM.serve(&["--threads", "3"]);
                let mut clients: Vec<_> = (0..5).map(|_| server.connect()).collect();
                for client in &mut clients {
                    client.round_trip("hello").expect("an echo");
                }
                server.send(signal);
                for mut client in clients {
                    client.expect_end().expect("the end");
                    client.finish().expect("an orderly end");
                }
                let (well, printed) = server.wait();
                assert!(well, "{printed}");
                assert!(printed.contains("5 served (25 bytes), 0 broken"), "{printed}");
                assert!(printed.contains("; stopped in good order\n"), "{printed}");
            });
        }
    }

    #[test]
    fn a_second_signal_ends_it_now_and_not_well() {
        stopping::a_second_signal_ends_it_now_and_not_well(PROGRAM, &[]);
    }

    /// The whole process short of descriptors, and not an injected error.
    #[test]
    fn out_of_descriptors_it_serves_whom_it_has_and_later_the_others() {
        within(LIMIT, || {
            let mut command = Command::new("sh");
            let limited = "ulimit -n 32; exec \"$0\" serve --quiet --addr 127.0.0.1:0";
            command.args(["-c", limited, PROGRAM.path]);
            let server = Serving::start(&mut command);
            let mut clients: Vec<_> = (0..40).map(|_| server.connect()).collect();
            for client in &mut clients[..8] {
                for _ in 0..50 {
                    client.round_trip("served all the while").expect("an echo");
                }
            }
            // The last one waits in the system's queue until these are gone.
            let mut last = clients.pop().expect("forty");
            last.send("patience").expect("the system takes it");
            drop(clients);
            last.receive("patience").expect("an echo once descriptors are free");
            last.finish().expect("an orderly end");
            server.send(Signal::TERM);
            let (well, printed) = server.wait();
            assert!(well, "{printed}");
            assert!(!printed.contains(" 0 accept errors"), "it was short of some: {printed}");
        });
    }
}
