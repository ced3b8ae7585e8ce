//! `compare`: every server under the same load.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use ch00_workbench::Work;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::{number, some_time};
use ch00_workbench::resources::raise_descriptor_limit;
use ch09_showdown::compare::rounds::{self, Present, present};
use ch09_showdown::compare::sweeps::Sweeps;
use ch09_showdown::compare::{Placement, Plan, Results, SERVERS, Server, builds, files};
use ch09_showdown::compare::{markdown, plots, table};
use ch09_showdown::load::Halt;
use clap::Args;
use indicatif::ProgressBar;

use super::progress::{bar, told};

#[derive(Args)]
pub struct CompareFlags {
    /// A first look in less than a minute: fewer rounds, shorter, with 1 and 50 connections
    #[arg(long)]
    quick: bool,
    /// Who takes part [default: all that are built]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = Server::named)]
    servers: Vec<&'static Server>,
    /// Whom the others are held against
    #[arg(long, value_name = "SERVER", default_value = "tokio", value_parser = Server::named)]
    base: &'static Server,
    /// Numbers of clients [default: 1,50,1000,10000]
    #[arg(long, value_name = "N,M", value_delimiter = ',', value_parser = |t: &str| number(t, 1..=20_000))]
    connections: Vec<usize>,
    /// Bytes of a message
    #[arg(long, value_name = "BYTES", default_value = "64", value_parser = |t: &str| number(t, 1..=1 << 26))]
    payload: usize,
    /// How often each is measured [default: 7]
    #[arg(long, value_name = "N", value_parser = |t: &str| number(t, 1..=1_000))]
    rounds: Option<usize>,
    /// How long one measurement takes [default: 600ms]
    #[arg(long, value_name = "TIME", value_parser = |t: &str| some_time(t, "600ms"))]
    time: Option<Duration>,
    /// Who runs on which core [default: same on Linux, free elsewhere]
    #[arg(long, value_enum)]
    placement: Option<Placement>,
    /// What the servers do for each message: none, sleep:2ms or spin:200us
    #[arg(long, value_name = "WORK", default_value = "none")]
    work: Work,
    /// The servers' threads
    #[arg(long, value_name = "N", default_value = "2", value_parser = |t: &str| number(t, 1..=1024))]
    threads: usize,
    /// The clients' threads
    #[arg(long, value_name = "1|2", default_value = "1", value_parser = |t: &str| number(t, 1..=2))]
    load_threads: usize,
    /// Write medians, ratios and sweeps
    #[arg(long, value_name = "FILE.json")]
    json: Option<PathBuf>,
    /// Write every single measurement
    #[arg(long, value_name = "FILE.csv")]
    csv: Option<PathBuf>,
    /// Draw plots; for them, also vary the threads and the pace
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Write tables in Markdown, with machine, day and command
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

/// Runs the command.
pub fn run(flags: &CompareFlags) -> anyhow::Result<()> {
    let plan = plan(flags)?;
    let descriptors = raise_descriptor_limit();
    let most = plan.connections.iter().max().copied().unwrap_or(0) as u64;
    ensure!(
        most + 100 <= descriptors,
        "{most} connections need more descriptors than the {descriptors} that are allowed here"
    );
    let present = take_part(&plan)?;
    let halt = Halt::default();
    ctrlc::set_handler({
        let halt = halt.clone();
        move || halt.order()
    })
    .context("cannot listen for Ctrl-C")?;
    line(format_args!(
        "{} servers with {} threads, messages of {} bytes, work {}, placement {}, {} rounds of {:?}",
        present.len(),
        plan.threads,
        plan.payload,
        plan.work,
        plan.placement,
        plan.rounds,
        plan.time
    ));
    let bar = bar();
    let results = rounds::run(&plan, &present, &halt, &mut |trial, done, whole| {
        bar.set_length(whole as u64);
        bar.set_position(done as u64);
        bar.set_message(told(trial));
    });
    let sweeps = match &flags.plots {
        Some(_) => sweep(flags, &results, &present, &halt, &bar),
        None => Sweeps::default(),
    };
    bar.finish_and_clear();
    line(table::table(&results).trim_end());
    sweeps.notes.iter().for_each(|note| line(format_args!("note: {note}")));
    results.missing().into_iter().for_each(line);
    write(flags, &results, &sweeps)
}

fn plan(flags: &CompareFlags) -> anyhow::Result<Plan> {
    let CompareFlags { quick, .. } = *flags;
    let connections = match (flags.connections.is_empty(), quick) {
        (false, _) => flags.connections.clone(),
        (true, false) => vec![1, 50, 1_000, 10_000],
        (true, true) => vec![1, 50],
    };
    let placement = match flags.placement {
        Some(placement) => placement.check().map(|()| placement)?,
        None => {
            let (placement, note) = Placement::best();
            note.into_iter().for_each(line);
            placement
        }
    };
    let all = || SERVERS.iter().collect();
    Ok(Plan {
        servers: Some(flags.servers.clone()).filter(|list| !list.is_empty()).unwrap_or_else(all),
        base: flags.base,
        connections,
        rounds: flags.rounds.unwrap_or(if quick { 3 } else { 7 }),
        time: flags.time.unwrap_or(Duration::from_millis(if quick { 150 } else { 600 })),
        payload: flags.payload,
        work: flags.work.to_string(),
        threads: flags.threads,
        load_threads: flags.load_threads,
        placement,
    })
}

/// Those whose programs are there, after cargo has built what it can; says who is missing.
fn take_part(plan: &Plan) -> anyhow::Result<Vec<Present>> {
    builds::build(&plan.servers)?;
    if !builds::is_release() {
        line("this is a debug build, and slower: cargo run --release -p ch09-showdown -- compare");
    }
    let (present, missing) = present(&plan.servers);
    missing.iter().for_each(|why| line(format_args!("skipped: {why}")));
    if present.is_empty() {
        bail!("there is nobody to measure");
    }
    if !present.iter().any(|present| present.server.name == plan.base.name) {
        line(format_args!("without {} there are no ratios", plan.base.name));
    }
    Ok(present)
}

fn sweep(
    flags: &CompareFlags,
    results: &Results,
    present: &[Present],
    halt: &Halt,
    bar: &ProgressBar,
) -> Sweeps {
    let threads: &[usize] = if flags.quick { &[1, 4] } else { &[1, 2, 4, 8, 16] };
    bar.set_length(0);
    Sweeps::run(results, present, threads, halt, &mut |trial| bar.set_message(told(trial)))
}

fn write(flags: &CompareFlags, results: &Results, sweeps: &Sweeps) -> anyhow::Result<()> {
    if let Some(path) = &flags.json {
        let text = serde_json::to_string_pretty(&files::json(results, sweeps))?;
        write_file(path, &text)?;
    }
    if let Some(path) = &flags.csv {
        write_file(path, &files::csv(results))?;
    }
    if let Some(path) = &flags.table {
        write_file(path, &markdown::markdown(results))?;
    }
    if let Some(folder) = &flags.plots {
        let drawn = plots::draw(results, sweeps, folder)?.join(", ");
        line(format_args!("drawn into {}: {drawn}", folder.display()));
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    line(format_args!("written to {}", path.display()));
    Ok(())
}
