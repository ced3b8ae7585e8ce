//! The clients: a task each, on two threads.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Shutdown, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ch01_thread_per_connection::spawn::OsThreads;
use smol::future::{self, FutureExt};
use smol::io::{AsyncReadExt, AsyncWriteExt};
use smol::{Task, Timer};

use super::source::{connect, sources};
use super::{Failure, Plan, Tally};
use crate::executors::{Executors, start_reactor};

/// Threads that run the clients' tasks.
const THREADS: usize = 2;

/// The clients begin one after the other, at this pace: all at once, they would overflow the queue
/// of connections that the server has yet to accept.
const BEGINNERS_PER_SECOND: f64 = 20_000.0;

/// How much longer than the server's sleep a request may take: a bound, for a server that hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// Many clients of one server.
pub struct Load {
    address: SocketAddr,
    sources: Vec<Ipv4Addr>,
    clients: usize,
    requests: u64,
    limit: Duration,
    tally: Arc<Tally>,
}

impl Load {
    /// The clients that `plan` asks for, of the server at `address`.
    pub fn new(address: SocketAddr, plan: &Plan, tally: Arc<Tally>) -> Load {
        let Plan { clients, requests, sleep, .. } = *plan;
        let sources = sources(address);
        Load { address, sources, clients, requests, limit: sleep + PATIENCE, tally }
    }

    /// Sends all requests, counts how each ended, and returns how long all of it took.
    ///
    /// # Errors
    /// If the two threads are not to be had.
    pub fn run(self) -> io::Result<Duration> {
        start_reactor()?;
        let executors = Executors::start("load", THREADS, &OsThreads::default())?;
        let (spawner, load) = (executors.spawner(), Arc::new(self));
        let begin = Instant::now();
        let client = |number: usize| -> Task<()> {
            let load = Arc::clone(&load);
            let first = begin + Duration::from_secs_f64(number as f64 / BEGINNERS_PER_SECOND);
            spawner.spawn(async move {
                Timer::at(first).await;
                load.be_client(number).await;
            })
        };
        let clients: Vec<_> = (0..load.clients).map(client).collect();
        clients.into_iter().for_each(future::block_on);
        Ok(begin.elapsed())
    }

    /// One client's life: a connection for each request, as long as there are requests left.
    async fn be_client(&self, number: usize) {
        let mut sent = 0;
        while self.tally.take(self.requests) {
            sent += 1;
            let request = format!("client {number:06} sends {sent:08}");
            let too_late = async {
                Timer::after(self.limit).await;
                Err(Failure { step: "waiting", kind: ErrorKind::TimedOut })
            };
            self.tally.count(self.exchange(number, request.as_bytes()).or(too_late).await);
        }
    }

    async fn exchange(&self, number: usize, request: &[u8]) -> Result<(), Failure> {
        let during = |step| move |error: io::Error| Failure { step, kind: error.kind() };
        let wrong = |step| Failure { step, kind: ErrorKind::InvalidData };
        let source = self.sources.get(number % self.sources.len().max(1)).copied();
        let stream = connect(self.address, source).await;
        let mut stream = stream.map_err(during("connecting"))?;
        stream.write_all(request).await.map_err(during("sending"))?;
        let mut answer = vec![0; request.len()];
        stream.read_exact(&mut answer).await.map_err(during("waiting for the answer"))?;
        if answer != request {
            return Err(wrong("comparing the answer"));
        }
        stream.get_ref().shutdown(Shutdown::Write).map_err(during("ending"))?;
        match stream.read(&mut answer).await.map_err(during("ending"))? {
            0 => Ok(()),
            _ => Err(wrong("ending")),
        }
    }
}
