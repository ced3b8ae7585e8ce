//! One battery of client behaviour, by real sockets, against every server of the course.
//!
//! Each server runs as a child process; each case plays clients that behave as clients do: well,
//! badly, or not at all. Every pair of a server and a case is a trial of its own. What a case
//! expects of a server is data, [`expected::Expected`]: it passes, or it *cannot*, by its design.
//! A server that cannot is shown to fail, and in the way that was foretold; that it passes after
//! all fails the trial too. So the table in the book says no more, and no less, than what is shown.
//!
//! ```console
//! $ cargo test -p battery                        # all of it
//! $ cargo test -p battery --test battery ch05    # one server
//! $ cargo test -p battery --test battery idle_clients_hold
//! ```
//!
//! **To add a server**, add its line to [`servers::SERVERS`]. **To add a case**, write its file in
//! `src/cases` after the pattern of its neighbours, list it in `src/cases/mod.rs`, and give
//! `tests/faulty` a server with the fault that it must notice. Then write the table anew:
//! `UPDATE_TRANSCRIPTS=1 INSTA_UPDATE=always cargo test -p battery`.
//!
//! # How it stays quick and steady
//!
//! - Gentle cases share one process for each server. After each of them its descriptors and threads
//!   must be back to what they were; a process on which a case has failed is not used again.
//! - Nothing waits for a time to pass: each wait is for a fact that is seen from outside (bytes, the
//!   end of a connection or a process, figures in `/proc`), and is bounded by
//!   [`expected::patience`], which only a failure uses up. The exceptions watch for something that
//!   must *not* happen: an answer that cannot come, processor time while nobody asks.
//! - Six trials run at a time, and of those that keep the machine busy only one.

pub mod bytes;
pub mod case;
pub mod cases;
pub mod client;
pub mod expected;
pub mod matrix;
pub mod process;
pub mod programs;
pub mod run;
pub mod servers;
pub mod subject;
pub mod transfer;

use std::process::ExitCode;

use ch00_workbench::resources::raise_descriptor_limit;
use libtest_mimic::Arguments;

/// Trials at a time, unless `--test-threads` says otherwise. Most of a trial is waiting.
const AT_A_TIME: usize = 6;

/// The `main` of the test: one trial for each server and case, with the flags `cargo test` knows.
pub fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(AT_A_TIME));
    // The servers inherit it, and a thousand clients need it.
    raise_descriptor_limit();
    let servers: Vec<_> = servers::SERVERS.iter().collect();
    if !arguments.list
        && let Err(error) = programs::prepare(servers.iter().copied())
    {
        eprintln!("{error:#}");
        return ExitCode::FAILURE;
    }
    let conclusion = libtest_mimic::run(&arguments, run::trials(&servers, cases::CASES));
    run::end();
    conclusion.exit_code()
}
