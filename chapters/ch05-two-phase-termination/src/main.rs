//! Chapter 5's program: `demo` tells the story, `serve` runs the server until it is stopped.

mod demo;
mod flags;
mod mine;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::{self, Chapter, DemoFlags, ServeFlags, Stage};
use ch03_worker_pool::WorkerPool;
use ch05_two_phase_termination::reporter::Reporter;
use ch05_two_phase_termination::{EchoServer, Ending, stop_on_signals};

use flags::{Flags, config};
use mine::YourReporter;

struct TwoPhaseTermination;

impl Chapter for TwoPhaseTermination {
    const NAME: &'static str = env!("CARGO_PKG_NAME");
    const ABOUT: &'static str = env!("CARGO_PKG_DESCRIPTION");
    const STOPS: bool = true;
    type Flags = Flags;

    fn demo(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
        demo::run(stage, flags, own)
    }

    fn serve(stage: &Stage, flags: &ServeFlags, own: &Flags) -> anyhow::Result<()> {
        let mut config = config(stage.journal(), &flags.common, own)?;
        config.connections = flags.connections();
        let pool = config.pool.pool().clone();
        let server = EchoServer::bind(flags.addr, config)
            .map_err(|error| cli::cannot_listen(flags.addr, error))?;
        // Before anybody is told that the server listens: a signal must never meet the default.
        stop_on_signals(server.stop_handle())?;
        let yours = flags.common.mine && mine::has_reporter();
        let reporter = own.report.map(|every| start_reporter(every, pool, yours)).transpose()?;
        stage.listening(server.local_addr());
        let report = stage.run_as("acceptor", || server.run())??;
        drop(reporter);
        line(report);
        match report.ending {
            Ending::Finished | Ending::Graceful => Ok(()),
            Ending::Forced { .. } => bail!("the stop was forced"),
        }
    }
}

/// A reporter on what the pool does; dropping what is returned stops it.
fn start_reporter(every: Duration, pool: WorkerPool, yours: bool) -> anyhow::Result<Box<dyn Send>> {
    let report = move || {
        let numbers = pool.metrics();
        let (live, idle, queued) = (numbers.live, numbers.idle, numbers.queued);
        line(format_args!("report: {live} workers, {idle} idle, {queued} connections waiting"));
    };
    if yours {
        return Ok(Box::new(YourReporter::start(every, report)?));
    }
    let mut reporter = Reporter::new(every, report);
    reporter.start()?;
    Ok(Box::new(reporter))
}

fn main() -> ExitCode {
    cli::run::<TwoPhaseTermination>()
}
