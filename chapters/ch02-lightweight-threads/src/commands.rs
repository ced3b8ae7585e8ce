//! The commands that only this chapter has: the experiment, and the servers it runs.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, ensure};
use ch00_workbench::Work;
use ch00_workbench::cli::Commands;
use ch00_workbench::cli::terminal::line;
use ch02_lightweight_threads::sleepers::{self, Pattern, Plan, Tally};
use clap::Subcommand;

use crate::flags::at_least_one;

#[derive(Subcommand)]
pub enum Own {
    /// Many clients whose requests sleep: chapter 1's server against this one
    Sleepers {
        /// Clients at a time
        #[arg(long, value_name = "N", default_value = "1000", value_parser = at_least_one)]
        clients: usize,
        /// Requests of all clients together, each on a connection of its own
        #[arg(long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
        requests: usize,
        /// How long the server sleeps over each request
        #[arg(long, value_name = "sleep:TIME", default_value = "sleep:1s", value_parser = sleep)]
        work: Duration,
        /// Threads that run the tasks
        #[arg(long, value_name = "N", default_value = "2", value_parser = at_least_one)]
        threads: usize,
        /// Threads that either server may start
        #[arg(long, value_name = "N", default_value = "512", value_parser = at_least_one)]
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
    let (plan, note) = plan.that_fits();
    note.into_iter().for_each(line);
    line(format_args!(
        "{} clients at a time, {} requests, each sleeps {:?}; at most {} threads",
        plan.clients, plan.requests, plan.sleep, plan.max_threads
    ));
    line(format_args!("ideal: {:.1} s\n", plan.ideal().as_secs_f64()));
    let mut rows = Vec::new();
    for pattern in Pattern::ALL {
        rows.push(sleepers::run(&plan, pattern, |tally| progress(pattern, &plan, tally))?);
        wipe();
    }
    line(sleepers::table(&plan, &rows).trim_end());
    Ok(())
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

/// Reads `sleep:2s`: what does not sleep has no ideal time to be held against.
fn sleep(text: &str) -> Result<Duration, String> {
    match text.parse()? {
        Work::Sleep(time) if !time.is_zero() => Ok(time),
        _ => Err("the sleepers sleep: write sleep:2s".to_owned()),
    }
}
