//! The servers that are taken apart.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use ch00_workbench::{Entry, Journal, What};
use ch05_two_phase_termination::{Report, StopHandle};
use ch06_half_sync_half_reactive as ch06;
use ch08_leader_followers as ch08;

/// Threads that process: one would be enough for one client, but then nobody could be promoted.
const THREADS: usize = 2;

/// A server that is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// Chapter 8's stage 3: the pattern as the books have it.
    LeaderFollowers,
    /// Chapter 6, with the queue between one reactor and its workers.
    HalfSync,
}

/// A server that is bound and does not run yet.
pub struct Bound {
    /// Where it listens.
    pub address: SocketAddr,
    /// Stops it.
    pub stop: StopHandle,
    /// Runs it until it is stopped.
    pub run: Box<dyn FnOnce() -> io::Result<Report> + Send>,
}

impl Contender {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Contender::LeaderFollowers => "leader/followers",
            Contender::HalfSync => "half-sync/half-reactive",
        }
    }

    /// Binds a server that notes what it does in `journal`.
    ///
    /// # Errors
    /// What the system says.
    pub fn bind(self, journal: Journal) -> io::Result<Bound> {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        match self {
            Contender::LeaderFollowers => {
                let (stage, threads) = (ch08::Stage::S3, THREADS);
                let config = ch08::Config { journal, stage, threads, ..Default::default() };
                let server = ch08::EchoServer::bind(any, config)?;
                let (address, stop) = (server.local_addr(), server.stop_handle());
                Ok(Bound { address, stop, run: Box::new(|| server.run()) })
            }
            Contender::HalfSync => {
                let (mode, threads) = (ch06::Mode::Reactor, THREADS);
                let config = ch06::Config { journal, mode, threads, ..Default::default() };
                let server = ch06::EchoServer::bind(any, config)?;
                let (address, stop) = (server.local_addr(), server.stop_handle());
                Ok(Bound { address, stop, run: Box::new(|| server.run()) })
            }
        }
    }

    // ANCHOR: takes
    /// Whether this entry says that its thread has a message now, and works on it.
    pub fn takes(self, entry: &Entry) -> bool {
        match (self, &entry.what) {
            (Contender::LeaderFollowers, What::State(state)) => state == ch08::role::PROCESSING,
            (Contender::HalfSync, What::Message(text)) => text.starts_with("serves connection"),
            _ => false,
        }
    }
    // ANCHOR_END: takes
}
