//! What a run is shown on: the journal with its sinks, and what is drawn from it at the end.

use std::fs::{self, File};
use std::io;
use std::net::SocketAddr;
use std::panic;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, bail};
use colored::Colorize;

use super::flags::Common;
use super::terminal::line;
use crate::journal::{Console, Journal, Memory, Sink, TraceFile};
use crate::render::{swimlane, timeline_svg};

/// Columns of a swimlane: what fits an ordinary terminal.
const WIDTH: usize = 80;

/// What a run is shown on.
pub struct Stage {
    title: &'static str,
    journal: Journal,
    /// What was shown: the swimlane and the timeline are drawn from it. A server that runs for
    /// ever must not keep it, so it is there only for a demo and for `--timeline`.
    memory: Memory,
    trace: Option<PathBuf>,
    timeline: Option<PathBuf>,
}

impl Stage {
    /// Opens the journal with the sinks that the flags ask for.
    ///
    /// # Errors
    /// If the file for the trace or the timeline cannot be written, before anything runs.
    pub(super) fn open(title: &'static str, flags: &Common, kind: Kind) -> anyhow::Result<Stage> {
        if flags.trace.is_some() && flags.trace == flags.timeline {
            bail!("--trace and --timeline cannot be the same file");
        }
        let memory = Memory::new();
        let mut sinks: Vec<Box<dyn Sink>> = Vec::new();
        if kind != Kind::QuietServer {
            sinks.push(Box::new(Console::stdout()));
        }
        if kind == Kind::Demo || flags.timeline.is_some() {
            sinks.push(Box::new(memory.clone()));
        }
        if let Some(path) = &flags.trace {
            let trace = TraceFile::create(path);
            sinks.push(Box::new(trace.with_context(|| cannot_write(path))?));
        }
        if let Some(path) = &flags.timeline {
            // Only to know that it can be written: what is in it stays until there is more.
            let file = File::options().write(true).create(true).truncate(false).open(path);
            file.with_context(|| cannot_write(path))?;
        }
        let journal = if sinks.is_empty() { Journal::off() } else { Journal::to(sinks) };
        let (trace, timeline) = (flags.trace.clone(), flags.timeline.clone());
        Ok(Stage { title, journal, memory, trace, timeline })
    }

    /// The journal; everything noted in it is shown.
    pub fn journal(&self) -> Journal {
        self.journal.clone()
    }

    /// What a demo has noted so far, to wait for an entry and to draw from.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Says where the server listens, in the words that scripts look for.
    pub fn listening(&self, address: SocketAddr) {
        line(format_args!("listening on {address}"));
    }

    /// Runs `body` on a thread called `name` and waits for it, so that the journal shows the
    /// thread by its role and not as `main`.
    ///
    /// # Errors
    /// If there is no thread to be had.
    ///
    /// # Panics
    /// If `body` does.
    pub fn run_as<T: Send>(&self, name: &str, body: impl FnOnce() -> T + Send) -> io::Result<T> {
        thread::scope(|scope| {
            let thread = thread::Builder::new().name(name.to_owned()).spawn_scoped(scope, body)?;
            Ok(thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
        })
    }

    /// A heading: what comes now.
    pub fn act(&self, title: &str) {
        line(format_args!("\n{}", title.bold().underline()));
    }

    /// A line of explanation.
    pub fn explain(&self, text: &str) {
        line(text);
    }

    /// Draws the lanes of all threads that have noted a state so far.
    pub fn swimlane(&self) {
        line(format_args!("\n{}", swimlane(&self.memory.entries(), WIDTH)));
    }

    /// What to remember of this chapter.
    pub fn moral(&self, text: &str) {
        line(format_args!("\n{} {text}", "Moral:".bold().green()));
    }

    /// Draws the timeline, if it was asked for and there is anything on it, and says where the
    /// pictures are.
    pub(super) fn close(self) -> anyhow::Result<()> {
        let entries = self.memory.entries();
        if let Some(path) = &self.trace {
            line(format_args!("trace written to {}", path.display()));
        }
        if let Some(path) = self.timeline.as_ref().filter(|_| !entries.is_empty()) {
            let svg = timeline_svg(&entries, self.title);
            fs::write(path, svg).with_context(|| cannot_write(path))?;
            line(format_args!("timeline written to {}", path.display()));
        }
        Ok(())
    }
}

/// What is run, as far as its journal is concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Demo,
    Server,
    QuietServer,
}

fn cannot_write(path: &std::path::Path) -> String {
    format!("cannot write {}", path.display())
}
