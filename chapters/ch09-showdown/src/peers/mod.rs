//! Echo servers as others would build them: the competition.
//!
//! Each is written as its library's own documentation teaches, with what matters to speed done
//! right: small messages are not held back, buffers are reused, nothing is locked or allocated for a
//! message. [`floor`] is not a competitor but the bound: one thread, and no more system calls than
//! the kernel demands.

#[cfg(target_os = "linux")]
pub mod floor;
pub mod smol;
pub mod tokio;

use std::fmt;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

use ch00_workbench::Work;
use clap::ValueEnum;

/// A connection's buffer to begin with, in bytes: enough for small messages, and thousands fit into
/// the cache.
const SMALL_BUFFER: usize = 1024;

/// What a connection's buffer grows to, in bytes: as much as the floor reads at once.
const LARGE_BUFFER: usize = 64 * 1024;

/// How long to accept nobody after an accept has failed: at once, it would fail again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// The peers.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// One thread and epoll, level-triggered (Linux only)
    FloorLevel,
    /// One thread and epoll, edge-triggered (Linux only)
    FloorEdge,
    /// tokio's multi-thread runtime
    Tokio,
    /// tokio's runtime on one thread
    TokioCurrent,
    /// smol's executor
    Smol,
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("none is skipped").get_name())
    }
}

/// What a peer needs to know.
#[derive(Clone)]
pub struct Config {
    /// Threads that serve.
    pub threads: usize,
    /// What is done for each request.
    pub work: Work,
    /// Connections after which to end; `None`: never.
    pub connections: Option<u64>,
}

impl Default for Config {
    fn default() -> Config {
        Config { threads: 2, work: Work::None, connections: None }
    }
}

/// Doubles a buffer that was filled: whoever sends much shall not be read in small pieces.
fn grow(buffer: &mut Vec<u8>, filled: usize) {
    if filled == buffer.len() && filled < LARGE_BUFFER {
        buffer.resize(2 * filled, 0);
    }
}

/// Serves who comes to `listener`.
///
/// # Errors
/// What keeps the server from serving, and for the floor: that this system has no epoll.
pub fn run(peer: Peer, listener: TcpListener, config: Config) -> io::Result<()> {
    match peer {
        #[cfg(target_os = "linux")]
        Peer::FloorLevel => floor::run(floor::Trigger::Level, listener, config),
        #[cfg(target_os = "linux")]
        Peer::FloorEdge => floor::run(floor::Trigger::Edge, listener, config),
        #[cfg(not(target_os = "linux"))]
        Peer::FloorLevel | Peer::FloorEdge => {
            let why = "the floor is built on epoll, which only Linux has";
            Err(io::Error::new(io::ErrorKind::Unsupported, why))
        }
        Peer::Tokio => tokio::run_on_many(listener, config),
        Peer::TokioCurrent => tokio::run_on_one(listener, config),
        Peer::Smol => smol::run(listener, config),
    }
}
