//! The battery notices: each case is played to a server that has the very fault it is about.
//!
//! The faulty servers are this program itself, started again as a child.

mod connection;
mod server;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use battery::cases::CASES;
use battery::expected::{Expected, NO_ANSWER, NOT_SERVED, lose_patience};
use battery::servers::{Client, Server};
use battery::{programs, run};
use libtest_mimic::{Arguments, Completion, Trial};

/// A faulty server makes its clients wait: they give up sooner than those of the others.
const PATIENCE: Duration = Duration::from_secs(3);

/// A fault, the case that must notice it, and what the failure must say.
type Fault = (&'static str, &'static str, &'static str);

const FAULTS: [Fault; 26] = [
    ("loses-bytes", "every_byte_comes_back", "from there on is another one"),
    ("mixes-clients", "answers_keep_their_order", "got a wrong answer"),
    ("owes-nothing", "a_half_close_loses_no_byte", "the end came after"),
    ("ends-at-an-odd-end", "the_end_may_come_at_any_byte", "an end after"),
    ("ends-at-a-reset", "a_reset_ends_only_its_connection", "a client"),
    ("hoards", "who_never_reads_costs_no_memory", "a client that reads nothing could send"),
    ("keeps-memory", "short_connections_leave_nothing", "KiB of them stay"),
    ("keeps-descriptors", "answers_keep_their_order", "descriptors, not"),
    ("keeps-threads", "answers_keep_their_order", "threads, not"),
    ("spins", "waiting_costs_no_processor_time", "of rest the server computed"),
    ("asks-again-at-once", "without_descriptors_it_waits", "of rest the server computed"),
    ("forgets", "without_descriptors_it_waits", "a client that waited for a descriptor"),
    ("minds-its-port", "its_port_is_free_at_once", "it ended before it listened"),
    ("serves-one", "idle_clients_hold_up_nobody", NO_ANSWER),
    ("serves-one", "slow_clients_hold_up_nobody", NO_ANSWER),
    ("serves-one", "black_holes_hold_up_nobody", NO_ANSWER),
    ("serves-one", "greedy_clients_starve_nobody", NO_ANSWER),
    ("serves-200", "a_thousand_clients_at_once", NOT_SERVED),
    ("deaf", "it_ends_without_a_client", "it did not end"),
    ("waits-for-the-last", "idle_clients_are_told_of_the_end", "did not end a connection"),
    ("halves", "a_stop_under_load_halves_no_answer", "of an answer"),
    ("ends-in-disorder", "a_stop_under_load_halves_no_answer", "exit code 3 instead of 0"),
    ("hasty", "while_it_drains_nobody_gets_in", "that was under way"),
    ("open-door", "while_it_drains_nobody_gets_in", "clients got in until the answer"),
    ("patient", "a_deadline_ends_what_nobody_reads", "after the deadline: it did not end"),
    ("deaf-to-the-second", "a_second_signal_forces_the_end", "after the second signal"),
];

fn main() -> ExitCode {
    if env::args().nth(1).as_deref() == Some("serve") {
        return server::main();
    }
    let mut arguments = Arguments::from_args();
    arguments.test_threads = arguments.test_threads.or(Some(8));
    lose_patience(PATIENCE);
    programs::take("faulty", env::current_exe().unwrap_or_else(|_| PathBuf::from("faulty")));
    let mut trials: Vec<_> = FAULTS.into_iter().map(trial).collect();
    trials.push(Trial::test("every case has a fault to notice", || {
        let unused = CASES.iter().find(|case| !FAULTS.iter().any(|fault| fault.1 == case.name));
        unused.map_or(Ok(()), |case| Err(format!("{} has none", case.name).into()))
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial((fault, caught_by, sign): Fault) -> Trial {
    Trial::ignorable_test(format!("{fault} is noticed by {caught_by}"), move || {
        let case = CASES.iter().find(|case| case.name == caught_by).ok_or("no such case")?;
        if let Some(missing) = case.needs.missing() {
            return Ok(Completion::ignored_with(missing));
        }
        // Kept for good: a server of the battery is there as long as the program.
        let server: &'static Server = Box::leak(Box::new(Server {
            name: fault,
            package: "faulty",
            flags: format!("--fault {fault}").leak(),
            client: Client::CostsNoThread,
            gives_way: true,
            stops: true,
        }));
        run::check(server, case, Expected::Cannot { why: "it is made so", sign })?;
        Ok(Completion::Completed)
    })
}
