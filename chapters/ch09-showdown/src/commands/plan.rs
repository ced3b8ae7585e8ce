//! `plan`: how many threads, and how long a queue.

use std::time::Duration;

use anyhow::bail;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::{number, some_time};
use ch09_showdown::capacity::sizing::{Impossible, latency};
use ch09_showdown::capacity::{Demand, Load, Service};
use clap::{Args, ValueEnum};

#[derive(Args)]
pub struct PlanFlags {
    /// Requests a second
    #[arg(long, value_name = "R", value_parser = super::load::rate, allow_negative_numbers = true)]
    rate: f64,
    /// How long a thread is busy with a request, on average
    #[arg(long, value_name = "TIME", value_parser = |t: &str| some_time(t, "20ms"))]
    service: Duration,
    /// How long 99 of 100 requests may take, from arrival to answer
    #[arg(long, value_name = "TIME", value_parser = |t: &str| some_time(t, "100ms"))]
    p99: Duration,
    /// How service times vary
    #[arg(long, value_enum, default_value = "exponential")]
    varies: Varies,
    /// Places in the queue, if they are given already: says what share is turned away
    #[arg(long, value_name = "N", value_parser = |t: &str| number(t, 0..=1 << 30))]
    queue: Option<usize>,
}

/// The share of requests that a queue may turn away, if nobody says how long it is.
const LOSS: f64 = 0.001;

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Varies {
    /// All take the same time
    Constant,
    /// Most are short, some are long
    Exponential,
}

/// Runs the command.
pub fn run(flags: &PlanFlags) -> anyhow::Result<()> {
    let varies = match flags.varies {
        Varies::Constant => Service::Constant,
        Varies::Exponential => Service::Exponential,
    };
    let load = Load { rate: flags.rate, service: flags.service, varies };
    let demand = Demand { load, p99: flags.p99, loss: LOSS };
    line(format_args!(
        "{} requests a second keep {:.2} threads busy (Little's law)",
        flags.rate,
        load.busy()
    ));
    let sizing = match demand.size() {
        Ok(sizing) => sizing,
        Err(Impossible::ServiceIsTooSlow) => bail!(
            "no number of threads does: the service alone takes longer than {:?}; make it faster, \
             or allow more with --p99",
            flags.p99
        ),
        Err(Impossible::TooManyThreads) => {
            bail!("it takes more than 100,000 threads: share the load among machines")
        }
    };
    line("threads   busy   must wait   mean wait     p99 in all");
    let fewest = load.busy().floor() as usize + 1;
    for threads in fewest.max(sizing.threads.saturating_sub(2))..=sizing.threads + 2 {
        row(&load, threads, threads == sizing.threads);
    }
    let (threads, places) = (sizing.threads, flags.queue.unwrap_or(sizing.queue));
    let lost = 100.0 * load.queue_is_full(threads, places);
    line(format_args!("take {threads} threads and a queue of {places}: {lost:.3} % find it full"));
    Ok(())
}

fn row(load: &Load, threads: usize, taken: bool) {
    let (Some(wait), Some(p99)) = (load.mean_wait(threads), latency(load, threads)) else { return };
    line(format_args!(
        "{threads:>7} {:>5.0}% {:>10.1}% {:>11} {:>14}{}",
        100.0 * load.busy() / threads as f64,
        100.0 * load.must_wait(threads),
        millis(wait),
        millis(p99),
        if taken { "  <- the fewest that do" } else { "" }
    ));
}

fn millis(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
