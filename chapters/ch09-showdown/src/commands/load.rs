//! `load`: one measurement of any echo server.

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use anyhow::{Context, bail};
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::{number, some_time};
use ch00_workbench::resources::raise_descriptor_limit;
use ch09_showdown::load::{self, Halt, Pace, Plan, Watch, report};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use super::mine;

/// Descriptors that this process needs besides one for each client.
const SPARE_DESCRIPTORS: u64 = 32;

#[derive(Args)]
pub struct LoadFlags {
    /// Where the echo server listens
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7007", value_parser = address)]
    addr: SocketAddr,
    /// Clients, each with a connection of its own
    #[arg(long, value_name = "N", default_value = "50", value_parser = |t: &str| number(t, 1..=20_000))]
    #[arg(allow_negative_numbers = true)]
    connections: usize,
    /// Bytes of a message
    #[arg(long, value_name = "BYTES", default_value = "64", value_parser = |t: &str| number(t, 1..=1 << 26))]
    #[arg(allow_negative_numbers = true)]
    payload: usize,
    /// How long to measure; 2s unless --messages says when to end
    #[arg(long, value_name = "TIME", value_parser = |t: &str| some_time(t, "2s or 500ms"))]
    duration: Option<Duration>,
    /// Messages of all clients together, after which to end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(allow_negative_numbers = true)]
    messages: Option<u64>,
    /// Open loop: messages a second, whatever the server does; without it each client waits
    #[arg(long, value_name = "R", value_parser = rate)]
    #[arg(allow_negative_numbers = true)]
    rate: Option<f64>,
    /// Threads that the clients share
    #[arg(long, value_name = "1|2", default_value = "1", value_parser = |t: &str| number(t, 1..=2))]
    #[arg(allow_negative_numbers = true)]
    load_threads: usize,
    /// How long to go on before anything counts
    #[arg(long, value_name = "TIME", value_parser = |t: &str| some_time(t, "200ms"))]
    warm_up: Option<Duration>,
    /// How long a client waits for a sign of the server before it gives up
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = |t: &str| some_time(t, "10s"))]
    stall: Duration,
    /// Cores to run on, one for each thread (Linux only)
    #[arg(long, value_name = "CORE", value_delimiter = ',')]
    pin: Vec<usize>,
    /// How to print what was measured
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Have your own histogram (exercise 9.1) tell the latencies as well
    #[arg(long, conflicts_with = "format")]
    mine: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// For people
    Table,
    /// One object; times in nanoseconds
    Json,
    /// A header and a line
    Csv,
}

/// Runs the command.
pub fn run(flags: &LoadFlags) -> anyhow::Result<()> {
    if flags.mine {
        mine::check()?;
    }
    let plan = plan(flags);
    let halt = Halt::default();
    ctrlc::set_handler({
        let halt = halt.clone();
        move || halt.order()
    })
    .context("cannot listen for Ctrl-C")?;
    let outcome = load::run(&plan, &halt, &mut Bar::new(&plan))?;
    match flags.format {
        Format::Table => line(report::table(&plan, &outcome).trim_end()),
        Format::Json => line(report::json(&plan, &outcome)),
        Format::Csv => {
            line(format_args!("{}\n{}", report::CSV_HEADER, report::csv(&plan, &outcome)))
        }
    }
    if flags.mine {
        line(mine::percentiles(&outcome.latency));
    }
    match outcome.complaint() {
        Some(complaint) => {
            bail!("{} of {} connections: {complaint}", outcome.failed(), plan.connections)
        }
        None => Ok(()),
    }
}

fn plan(flags: &LoadFlags) -> Plan {
    let unbounded = flags.duration.is_none() && flags.messages.is_none();
    Plan {
        connections: that_fit(flags.connections),
        threads: flags.load_threads,
        payload: flags.payload,
        pace: flags.rate.map_or(Pace::Closed, |rate| Pace::Open { rate }),
        duration: flags.duration.or(unbounded.then_some(Duration::from_secs(2))),
        messages: flags.messages,
        warm_up: flags.warm_up.unwrap_or_default(),
        stall: flags.stall,
        cores: flags.pin.clone(),
        ..Plan::new(flags.addr, flags.connections)
    }
}

/// As many connections as there may be descriptors; says so if that is fewer than wanted.
fn that_fit(wanted: usize) -> usize {
    let limit = raise_descriptor_limit();
    let fit = limit.saturating_sub(SPARE_DESCRIPTORS).max(1);
    if wanted as u64 <= fit {
        return wanted;
    }
    eprintln!("{limit} descriptors are allowed here, so {fit} of {wanted} connections");
    fit as usize
}

/// How far it is, on a terminal; elsewhere indicatif draws nothing.
struct Bar {
    bar: ProgressBar,
    plan: Plan,
}

impl Bar {
    fn new(plan: &Plan) -> Bar {
        let bar = ProgressBar::new(1_000).with_finish(ProgressFinish::AndClear);
        let style = ProgressStyle::with_template("{bar:40} {msg}").expect("a valid template");
        bar.set_style(style);
        Bar { bar, plan: plan.clone() }
    }
}

impl Watch for Bar {
    fn ends(&mut self) {
        self.bar.finish_and_clear();
    }

    fn glance(&mut self, ran: Duration, answered: u64) {
        let time = self
            .plan
            .duration
            .map_or(0.0, |whole| ran.as_secs_f64() / (whole + self.plan.warm_up).as_secs_f64());
        let part = self.plan.messages.map_or(0.0, |whole| answered as f64 / whole as f64).max(time);
        if !self.bar.is_finished() {
            self.bar.set_position((part * 1_000.0).min(1_000.0) as u64);
            self.bar.set_message(format!("{answered} messages"));
        }
    }
}

/// Reads messages a second.
pub fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (0.001..=1e7).contains(rate));
    rate.ok_or_else(|| "write messages a second, such as 10000".to_owned())
}

fn address(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().ok().and_then(|mut found| found.next());
    found.ok_or_else(|| "write HOST:PORT, such as 127.0.0.1:7007".to_owned())
}
