//! What is asked of a server.

use std::net::SocketAddr;
use std::time::Duration;

/// How the clients keep time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// Closed loop: each client sends its next message as soon as the last one is answered. A slow
    /// server is asked less, so this measures what it can do at most.
    Closed,
    /// Open loop: so many messages a second in all, whatever the server does, as from people who do
    /// not know of each other. A message's latency counts from when it *should* have been sent.
    Open {
        /// Messages a second, of all clients together.
        rate: f64,
    },
}

/// One measurement.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the server listens.
    pub address: SocketAddr,
    /// Clients, each with a connection of its own.
    pub connections: usize,
    /// Threads that all clients share out among them.
    pub threads: usize,
    /// Bytes of a message.
    pub payload: usize,
    /// How the clients keep time.
    pub pace: Pace,
    /// How long messages are sent; `None`: until there are `messages`.
    pub duration: Option<Duration>,
    /// Messages of all clients together; `None`: until `duration` is over.
    pub messages: Option<u64>,
    /// How long to go on like this before anything counts.
    pub warm_up: Duration,
    /// How long a client waits for a sign of the server before it gives up.
    pub stall: Duration,
    /// The core of each thread, from the first; a thread beyond the list runs where it likes.
    pub cores: Vec<usize>,
}

impl Plan {
    /// Two seconds of small messages in a closed loop, on one thread.
    pub fn new(address: SocketAddr, connections: usize) -> Plan {
        Plan {
            address,
            connections,
            threads: 1,
            payload: 64,
            pace: Pace::Closed,
            duration: Some(Duration::from_secs(2)),
            messages: None,
            warm_up: Duration::ZERO,
            stall: Duration::from_secs(10),
            cores: Vec::new(),
        }
    }

    /// How much of `whole` the thread with this `number` gets: the first ones get what is left over.
    pub fn share(&self, whole: u64, number: usize) -> u64 {
        let (threads, number) = (self.threads as u64, number as u64);
        whole / threads + u64::from(number < whole % threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_the_whole_and_differ_by_one_at_most() {
        for (whole, threads) in [(0, 1), (1, 2), (7, 2), (20_000, 2), (5, 1)] {
            let plan = Plan { threads, ..Plan::new(([127, 0, 0, 1], 1).into(), 1) };
            let shares: Vec<u64> = (0..threads).map(|number| plan.share(whole, number)).collect();
            assert_eq!(shares.iter().sum::<u64>(), whole);
            assert!(shares[0] - shares[threads - 1] <= 1, "{shares:?}");
        }
    }
}
