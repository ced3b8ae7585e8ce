//! The chapter's program keeps what the common command line promises, and its demo plays for every
//! stage and every number of threads.

use std::path::Path;

use ch00_workbench::testkit::{Program, command_line, transcript};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch08-leader-followers") };

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch08-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

#[test]
fn the_demo_plays_with_every_stage_policy_and_size() {
    for flags in [
        &["--stage", "s1"][..],
        &["--stage", "s2"],
        &["--stage", "s3", "--policy", "lifo"],
        &["--stage", "s4", "--threads", "1"],
        &["--stage", "s5"],
        &["--stage", "s5", "--threads", "1"],
        &["--threads", "5", "--max-threads", "8", "--policy", "priority"],
        &["--threads", "2", "--max-threads", "2"],
    ] {
        let output = PROGRAM.run(flags);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{flags:?}: {said}");
    }
}

#[test]
fn values_that_make_no_sense_are_answered_with_what_does() {
    for (flags, complaint) in [
        (["serve", "--threads", "0"], "write a whole number from 1 to"),
        (["serve", "--max-threads", "-1"], "write a whole number from 1 to"),
        (["serve", "--policy", "random"], "write fifo or lifo or priority"),
        (["serve", "--stage", "s9"], "write s1 or s2"),
        (["serve", "--idle", "soon"], "write it like"),
        (["serve", "--drain", "0s"], "write it like"),
    ] {
        command_line::refuses(PROGRAM, &flags, 2, complaint);
    }
}

/// What is measured of this chapter is measured on servers that run like this.

#[test]
fn flags_that_would_change_nothing_are_refused() {
    for (flags, complaint) in [
        (&["--stage", "s3", "--max-threads", "8"], "give --stage s4 with it"),
        (&["--stage", "s2", "--policy", "lifo"], "give --stage s3 or s4 with it"),
        (&["--stage", "s4", "--spin", "--hand-off"], "give --stage s5 with it"),
        (&["--stage", "s1", "--idle", "30s"], "give --stage s2 or s3 or s4 or s5 with it"),
        (&["--threads", "8", "--max-threads", "2"], "fewer than the 8 threads"),
    ] {
        let flags = [&["serve", "--addr", "127.0.0.1:0"], flags as &[&str]].concat();
        command_line::refuses(PROGRAM, &flags, 1, complaint);
    }
}

#[test]
fn the_demo_refuses_limits_that_its_story_would_break() {
    command_line::the_demo_refuses(PROGRAM, &[["--idle", "1ms"], ["--max-connections", "1"]]);
}

#[cfg(unix)]
mod signals {
    use std::process::Command;

    use ch00_workbench::testkit::stopping;
    use rustix::process::Signal;

    use super::PROGRAM;

    #[test]
    fn without_descriptors_it_says_where_they_come_from() {
        let limited = "ulimit -n 5; exec \"$0\" serve --addr 127.0.0.1:0";
        let output = Command::new("sh").args(["-c", limited, PROGRAM.path]).output();
        let output = output.expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.ends_with("; `ulimit -n` sets how many are allowed\n"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }

    #[test]
    fn each_stage_ends_in_good_order() {
        for stage in ["s1", "s2", "s3", "s4", "s5"] {
            let flags = ["--stage", stage];
            let printed = stopping::a_signal_ends_it_in_good_order(PROGRAM, &flags, Signal::TERM);
            assert!(printed.contains("no new clients; waits up to 5s"), "{printed}");
        }
    }

    #[test]
    fn in_each_stage_a_second_signal_ends_it_now_and_not_well() {
        for stage in ["s1", "s2", "s3", "s4", "s5"] {
            stopping::a_second_signal_ends_it_now_and_not_well(PROGRAM, &["--stage", stage]);
        }
    }
}
