//! Who runs on which core.

use std::fmt;
use std::thread;

use anyhow::Context;
use clap::ValueEnum;

use crate::affinity::pin_this_thread;

/// Where server and clients run.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Both on core 0: what a message costs, with the least noise
    Same,
    /// The server on core 0, the clients on core 1
    Pin,
    /// Wherever the scheduler likes
    Free,
}

impl Placement {
    /// The server's core.
    pub fn server(self) -> Option<usize> {
        (self != Placement::Free).then_some(0)
    }

    /// The clients' cores, one for each of their threads.
    pub fn load(self, threads: usize) -> Vec<usize> {
        match self {
            Placement::Same => vec![0; threads],
            Placement::Pin => vec![1; threads],
            Placement::Free => Vec::new(),
        }
    }

    /// The quietest placement that this machine allows, and a line if that is not the usual one.
    pub fn best() -> (Placement, Option<String>) {
        match Placement::Same.check() {
            Ok(()) => (Placement::Same, None),
            Err(error) => (Placement::Free, Some(format!("placement free, since {error:#}"))),
        }
    }

    /// Whether this machine allows it.
    ///
    /// # Errors
    /// The core that we cannot run on.
    pub fn check(self) -> anyhow::Result<()> {
        let cores = self.server().into_iter().chain(self.load(1));
        for core in cores {
            // On a thread of its own: this one stays where it is.
            let tried = thread::Builder::new().spawn(move || pin_this_thread(core))?;
            let tried = tried.join().expect("pinning does not panic");
            tried.with_context(|| format!("core {core} is not to be had"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("none is skipped").get_name())
    }
}
