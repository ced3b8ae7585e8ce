//! The flags of this chapter alone, and the configuration they make.

use anyhow::bail;
use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::at_least_one;
use ch01_thread_per_connection::exercises::accept_verdict::accept_verdict;
use ch01_thread_per_connection::exercises::connection_limit::ConnectionLimit;
use ch01_thread_per_connection::exercises::echo_until_eof::echo_until_eof;
use ch01_thread_per_connection::{Config, spawn::OsThreads};
use clap::Args;

#[derive(Args, Clone, Debug, Default)]
pub struct Flags {
    /// Refuse connections beyond this many threads; with serve --mine, let them wait (exercise 1.2)
    #[arg(long, visible_alias = "threads", value_name = "N", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub max_threads: Option<usize>,
    /// Address space for each thread's stack, in KiB (the standard library's default: 2048)
    #[arg(long, value_name = "KIB", value_parser = stack_kib)]
    #[arg(allow_negative_numbers = true)]
    pub stack_kib: Option<usize>,
    /// Clients in the demo's last act, each of which costs a thread
    #[arg(long, value_name = "N", default_value = "2000", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true)]
    pub clients: usize,
}

impl Flags {
    /// Threads with the stack and the cap that the flags ask for.
    pub fn threads(&self) -> OsThreads {
        let stack_bytes = self.stack_kib.map(|kib| kib * 1024);
        OsThreads { stack_bytes, most: self.max_threads, ..OsThreads::default() }
    }
}

/// A configuration with everything that the flags say, and no end.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    let mut config = Config { journal, spawn: Box::new(own.threads()), ..Config::default() };
    config.work = common.work.clone().unwrap_or_default();
    if common.mine {
        with_mine(&mut config, own.max_threads)?;
    }
    Ok(config)
}

/// Puts the learner's answers in, as far as there are any, and says which.
fn with_mine(config: &mut Config, max_threads: Option<usize>) -> anyhow::Result<()> {
    let mut yours = Vec::new();
    if !cfg!(waiting = "echo_until_eof") {
        config.echo = echo_until_eof;
        yours.push("the echo loop (1.1)");
    }
    if let Some(places) = max_threads.filter(|_| !cfg!(waiting = "connection_limit")) {
        // One who has no place waits, in front of accept: nobody is refused any more.
        let (limit, journal) = (ConnectionLimit::new(places), config.journal.clone());
        config.admit = Box::new(move || {
            journal.state("waiting for a place");
            Box::new(limit.acquire())
        });
        config.spawn = Box::new(OsThreads::default());
        yours.push("the connection limit (1.2)");
    }
    if !cfg!(waiting = "accept_verdict") {
        config.verdict = accept_verdict;
        yours.push("the accept verdict (1.3)");
    }
    if yours.is_empty() {
        bail!(
            "--mine: none of your answers can be used yet; `cargo learn` shows the next exercise \
             (1.2 is used together with --max-threads)"
        );
    }
    line(format_args!("yours: {}", yours.join(", ")));
    Ok(())
}

/// Up to a gibibyte: more than any stack needs, and less than what no system can reserve.
fn stack_kib(text: &str) -> Result<usize, String> {
    let kib = at_least_one(text)?;
    let too_much = kib > 1024 * 1024;
    if too_much { Err("write at most 1048576, a gibibyte".to_owned()) } else { Ok(kib) }
}
