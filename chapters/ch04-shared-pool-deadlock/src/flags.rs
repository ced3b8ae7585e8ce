//! The flags of this chapter alone, and the configuration they make.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use ch00_workbench::Journal;
use ch00_workbench::cli::Common;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::at_least_one;
use ch04_shared_pool_deadlock::dump::Dump;
use ch04_shared_pool_deadlock::exercises::find_cycle::find_cycle;
use ch04_shared_pool_deadlock::exercises::helping_wait::Board;
use ch04_shared_pool_deadlock::exercises::latch;
use ch04_shared_pool_deadlock::exercises::will_deadlock::{Load, threads_needed};
use ch04_shared_pool_deadlock::fan_out::{Helper, PARTS};
use ch04_shared_pool_deadlock::helping::{Body, Offer};
use ch04_shared_pool_deadlock::latch::Bar;
use ch04_shared_pool_deadlock::svg::wait_graph;
use ch04_shared_pool_deadlock::{Config, Cure};
use clap::Args;

#[derive(Args, Clone, Debug)]
pub struct Flags {
    /// What serve does about the deadlock: none, bigger, separate or helping
    #[arg(long, value_name = "CURE")]
    pub cure: Option<Cure>,
    /// Workers of serve's pool; with --cure bigger, connections served at once
    #[arg(long, value_name = "N", default_value = "2", value_parser = at_least_one)]
    pub threads: usize,
    /// Draw the wait graph of a hang, as an SVG
    #[arg(long, value_name = "FILE.svg")]
    pub graph: Option<PathBuf>,
}

/// A configuration with everything that the flags say, and no end.
pub fn config(journal: Journal, common: &Common, own: &Flags) -> anyhow::Result<Config> {
    let mut config = Config { journal, threads: own.threads, ..Config::default() };
    config.cure = own.cure.unwrap_or_default();
    config.work = common.work.clone().unwrap_or_default();
    if common.mine {
        with_mine(&mut config)?;
    }
    Ok(config)
}

/// Opens the file for the wait graph, before anything runs: a hang is a bad moment to find out
/// that it cannot be written.
pub fn try_graph(own: &Flags) -> anyhow::Result<()> {
    if let Some(path) = &own.graph {
        fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Tells of a hang, and draws it if that was asked for.
pub fn tell(dump: &Dump, graph: Option<&Path>) {
    line(format_args!("\nNothing moves, so the watchdog looks who waits for whom:\n\n{dump}"));
    if let Some(path) = graph {
        match fs::write(path, wait_graph(dump)) {
            Ok(()) => line(format_args!("wait graph written to {}", path.display())),
            Err(error) => line(format_args!("cannot write {}: {error}", path.display())),
        }
    }
}

/// Puts the learner's answers in, as far as there are any, and says which.
fn with_mine(config: &mut Config) -> anyhow::Result<()> {
    let mut yours = Vec::new();
    if !cfg!(waiting = "latch") {
        config.make_bar = Some(|count| Box::new(Mine(latch::Latch::new(count))));
        yours.push("the latch (4.1)");
    }
    if !cfg!(waiting = "will_deadlock") {
        config.threads_needed =
            |requests| threads_needed(Load { requests, fan_out: PARTS, depth: 1 });
        yours.push("the bound, for --cure bigger (4.2)");
    }
    if !cfg!(waiting = "find_cycle") {
        config.find_cycle = find_cycle;
        yours.push("the cycle finder (4.3)");
    }
    if !cfg!(waiting = "helping_wait") {
        config.helper = Some(helper());
        yours.push("the helping wait, for --cure helping (4.4)");
    }
    if yours.is_empty() {
        bail!(
            "--mine: none of your answers can be used yet; `cargo learn` shows the next exercise"
        );
    }
    line(format_args!("yours: {}", yours.join(", ")));
    Ok(())
}

/// The learner's latch, as what blocks threads.
struct Mine(latch::Latch);

impl Bar for Mine {
    fn count_down(&self) {
        self.0.count_down();
    }

    fn wait(&self) {
        self.0.wait();
    }
}

/// The learner's board, with the pool's workers as those who take from it.
fn helper() -> Helper {
    let board = Board::new();
    Arc::new(move |children: Vec<Body>, offer: Offer<'_>| {
        let family = board.family();
        for child in children {
            family.add(child);
            let board = board.clone();
            // Refused, the child stays on the board: the family will run it.
            let _ = offer(Box::new(move || {
                board.run_one();
            }));
        }
        family.wait();
    })
}
