//! What becomes of a job when the pool is full, and of one that is turned away.

use std::error::Error;
use std::fmt;
use std::io;
use std::str::FromStr;

/// What a full pool does with one more job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Turn it away with an error: the caller decides.
    #[default]
    Abort,
    /// Let the caller run it. That slows the caller down, which is the point; so it is not for a
    /// thread that others wait for. A reactor that runs a job delivers no events meanwhile, and if
    /// the job waits for one of them, never again.
    CallerRuns,
    /// Give it up; its handle says so.
    Discard,
    /// Give the job up that has waited longest, and queue this one.
    DiscardOldest,
}

/// All policies, by the names they have on the command line.
const NAMES: [(&str, Policy); 4] = [
    ("abort", Policy::Abort),
    ("caller-runs", Policy::CallerRuns),
    ("discard", Policy::Discard),
    ("discard-oldest", Policy::DiscardOldest),
];

impl FromStr for Policy {
    type Err = String;

    fn from_str(text: &str) -> Result<Policy, String> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, policy)| *policy)
            .ok_or_else(|| "write abort, caller-runs, discard or discard-oldest".to_owned())
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = NAMES.iter().find(|(_, policy)| policy == self);
        f.write_str(found.map_or("unnamed", |(name, _)| name))
    }
}

/// Why a job was turned away. The job is dropped then.
#[derive(Debug)]
pub enum Refused {
    /// All workers are there, and the queue is full.
    Full,
    /// The pool has no worker, and none could be started.
    NoWorker(io::Error),
    /// The pool is closed: it takes no more jobs.
    Closed,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Full => write!(f, "the pool is full"),
            Refused::NoWorker(error) => write!(f, "the pool has no worker: {error}"),
            Refused::Closed => write!(f, "the pool is closed"),
        }
    }
}

impl Error for Refused {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Refused::Full | Refused::Closed => None,
            Refused::NoWorker(error) => Some(error),
        }
    }
}
