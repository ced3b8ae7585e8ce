//! The flags of this chapter alone, and the configuration they make.

use std::time::Duration;

use anyhow::ensure;
use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::{at_least_one, number, some_time};
use ch02_lightweight_threads::Config;
use ch02_lightweight_threads::echo::Echo;
use ch02_lightweight_threads::handler::Manner;
use clap::{Args, ValueEnum};

use crate::mine;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// Threads that run the tasks
    #[arg(long, value_name = "N", default_value = "2", value_parser = executors)]
    #[arg(allow_negative_numbers = true)]
    pub threads: usize,
    /// What a task does while its work waits; the demo shows all three by itself
    #[arg(long, value_enum, default_value = "awaits")]
    pub manner: MannerFlag,
    /// Cut a client that is silent for so long; for serve --mine (exercise 2.2)
    #[arg(long, value_name = "TIME", value_parser = |text: &str| some_time(text, "5s or 200ms"))]
    pub idle_timeout: Option<Duration>,
    /// Clients in the demo's last act, each of which costs a task
    #[arg(long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub clients: usize,
}

/// The manners of doing the work, for the command line.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MannerFlag {
    /// Its thread runs other tasks
    Awaits,
    /// It holds its thread up
    Blocks,
    /// The work is done on a thread that is kept for it; with --mine, on at most 256 at a time
    OffLoads,
}

/// A configuration with everything that the flags say, and no end.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    let work = common.work.clone().unwrap_or_default();
    let mut config = Config { journal, work, executors: own.threads, ..Config::default() };
    config.manner = match own.manner {
        MannerFlag::Awaits => Manner::Awaits,
        MannerFlag::Blocks => Manner::Blocks,
        MannerFlag::OffLoads => Manner::off_loads(),
    };
    let timed = own.idle_timeout.is_some();
    ensure!(common.mine || !timed, "--idle-timeout is exercise 2.2: it needs --mine");
    if common.mine {
        let yours = Yours::of(own);
        config.echo = yours.echo.map_or(config.echo, |(_, echo)| echo);
        config.manner = yours.manner.map_or(config.manner, |(_, manner)| manner);
    }
    Ok(config)
}

/// The learner's answers, as far as there are any that the flags ask for.
struct Yours {
    echo: Option<(&'static str, Echo)>,
    manner: Option<(&'static str, Manner)>,
}

impl Yours {
    fn of(own: &Flags) -> Yours {
        let limit = own.idle_timeout.filter(|_| !cfg!(waiting = "idle_timeout"));
        let echo = match limit {
            // Its own loop: the read races inside it, so exercise 2.1's has no place beside it.
            Some(limit) => Some(("the idle timeout (2.2)", mine::echo_unless_idle(limit))),
            None if cfg!(waiting = "async_echo") => None,
            None => Some(("the echo loop (2.1)", mine::echo())),
        };
        let off_loads = own.manner == MannerFlag::OffLoads && !cfg!(waiting = "off_load");
        Yours { echo, manner: off_loads.then(|| ("the off-loading (2.3)", mine::off_loads())) }
    }
}

/// With `--mine`, says which of the learner's answers are used.
///
/// # Errors
/// If none of them can be.
pub fn say_what_is_yours(common: &Common, own: &Flags) -> anyhow::Result<()> {
    if !common.mine {
        return Ok(());
    }
    let Yours { echo, manner } = Yours::of(own);
    let names = [echo.map(|(name, _)| name), manner.map(|(name, _)| name)];
    let names: Vec<_> = names.into_iter().flatten().collect();
    ensure!(
        !names.is_empty(),
        "--mine: none of your answers can be used yet; `cargo learn` shows the next exercise \
         (2.2 is used together with serve --idle-timeout 5s, 2.3 with --manner off-loads)"
    );
    line(format_args!("yours: {}", names.join(", ")));
    Ok(())
}

/// Executors up to a number that is far beyond the processors of any machine.
pub fn executors(text: &str) -> Result<usize, String> {
    number(text, 1..=1024)
}
