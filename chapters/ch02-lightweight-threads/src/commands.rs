//! The commands that only this chapter has: the experiment, and the servers it runs.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, ensure};
use ch00_workbench::Work;
use ch00_workbench::cli::Commands;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::at_least_one;
use ch02_lightweight_threads::sleepers::{self, Pattern, Plan, Tally};
use clap::Subcommand;

use crate::flags::executors;

const LONGEST_SLEEP: Duration = Duration::from_secs(60 * 60);

#[derive(Subcommand)]
pub enum Own {
    /// Many clients whose requests sleep: chapter 1's server against this one
    Sleepers {
        /// Clients at a time
        #[arg(long, value_name = "N", default_value = "1000", value_parser = at_least_one)]
        #[arg(allow_negative_numbers = true)]
        clients: usize,
        /// Requests of all clients together, each on a connection of its own
        #[arg(long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
        #[arg(allow_negative_numbers = true)]
        requests: usize,
        /// How long the server sleeps over each request
        #[arg(long, value_name = "sleep:TIME", default_value = "sleep:1s", value_parser = sleep)]
        work: Duration,
        /// Threads that run the tasks
        #[arg(long, value_name = "N", default_value = "2", value_parser = executors)]
        #[arg(allow_negative_numbers = true)]
        threads: usize,
        /// Threads that either server may start
        #[arg(long, value_name = "N", default_value = "512", value_parser = at_least_one)]
        #[arg(allow_negative_numbers = true)]
        max_threads: usize,
    },
    /// One server of the experiment: run by `sleepers`
    #[command(hide = true)]
    SleepersServer {
        pattern: Pattern,
        #[arg(long)]
        sleep_ns: u64,
        #[arg(long)]
        threads: usize,
        #[arg(long)]
        max_threads: usize,
    },
}

impl Commands for Own {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Own::Sleepers { clients, requests, work: sleep, threads, max_threads } => {
                let requests = requests as u64;
                compare(Plan { clients, requests, sleep, threads, max_threads })
            }
            Own::SleepersServer { pattern, sleep_ns, threads, max_threads } => {
                let sleep = Duration::from_nanos(sleep_ns);
                let plan = Plan { clients: 0, requests: 0, sleep, threads, max_threads };
                sleepers::serve(pattern, &plan)
                    .with_context(|| format!("the server ({pattern}) cannot serve"))
            }
        }
    }
}

fn compare(plan: Plan) -> anyhow::Result<()> {
    let (threads, most) = (plan.threads, plan.max_threads);
    ensure!(threads <= most, "--threads {threads} is more than --max-threads {most} allows");
    let (plan, note) = plan.without_idlers().that_fits();
    note.into_iter().for_each(line);
    line(format_args!(
        "{} at a time, {}, each sleeps {:?}; at most {}",
        counted(plan.clients as u64, "client"),
        counted(plan.requests, "request"),
        plan.sleep,
        counted(plan.max_threads as u64, "thread"),
    ));
    line(format_args!("ideal: {}\n", sleepers::brief(plan.ideal())));
    let mut rows = Vec::new();
    for pattern in Pattern::ALL {
        rows.push(sleepers::run(&plan, pattern, |tally| progress(pattern, &plan, tally))?);
        wipe();
    }
    line(sleepers::table(&plan, &rows).trim_end());
    Ok(())
}

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Shows how far it is, in one line that is written again and again; only on a terminal.
fn progress(pattern: Pattern, plan: &Plan, tally: &Tally) {
    if io::stderr().is_terminal() {
        let (completed, failed) = (tally.completed(), tally.failed());
        eprint!("\r{pattern}: {completed} completed, {failed} failed, of {}", plan.requests);
        let _ = io::stderr().flush();
    }
}

/// Removes the line of `progress`.
fn wipe() {
    if io::stderr().is_terminal() {
        eprint!("\r{:79}\r", "");
    }
}

/// Reads `sleep:2s`: what does not sleep has no ideal time to be held against, and what sleeps longer
/// than an hour is a slip of the pen.
fn sleep(text: &str) -> Result<Duration, String> {
    match text.parse()? {
        Work::Sleep(time) if !time.is_zero() && time <= LONGEST_SLEEP => Ok(time),
        Work::Sleep(time) if !time.is_zero() => Err("write at most sleep:1h".to_owned()),
        _ => Err("the sleepers sleep: write sleep:2s".to_owned()),
    }
}
