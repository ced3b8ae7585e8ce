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
        command_line::refuses(PROGRAM, &flags, 2, complaint);
    }
}

#[test]
fn the_demo_refuses_limits_that_its_story_would_break() {
    command_line::the_demo_refuses(PROGRAM, &[["--idle", "1ms"], ["--max-connections", "1"]]);
}

#[cfg(unix)]
mod signals {
    use ch00_workbench::testkit::stopping;
    use rustix::process::Signal;

    use super::PROGRAM;

    const MODES: [[&str; 2]; 2] = [["--mode", "reactor"], ["--mode", "proactor"]];

    #[test]
    fn a_signal_ends_it_in_good_order_in_both_modes() {
        for mode in &MODES {
            stopping::a_signal_ends_it_in_good_order(PROGRAM, mode, Signal::TERM);
        }
    }

    #[test]
    fn a_second_signal_ends_it_now_and_not_well() {
        for mode in &MODES {
            stopping::a_second_signal_ends_it_now_and_not_well(PROGRAM, mode);
        }
    }
}
