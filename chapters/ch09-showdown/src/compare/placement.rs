//! Who runs on which core.

use std::fmt;

use clap::ValueEnum;

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
}

impl Default for Placement {
    /// The quietest that the system allows.
    fn default() -> Placement {
        if cfg!(target_os = "linux") { Placement::Same } else { Placement::Free }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("none is skipped").get_name())
    }
}
