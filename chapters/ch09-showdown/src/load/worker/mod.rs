//! One thread of the load: its clients, and the loop that moves them all.

mod good_bye;
mod turns;

use std::io;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use super::connection::Connection;
use super::dial::Dialler;
use super::failure::{Failure, Kind};
use super::halt::Halt;
use super::pattern::Pattern;
use super::plan::{Pace, Plan};
use super::readiness::Readiness;
use super::schedule::Schedule;
use super::tally::Tally;
use crate::affinity::thread_cpu;

/// How often a worker looks up: for an order to end, and for clients that wait too long.
const LOOK_UP: Duration = Duration::from_millis(50);

/// What is read at once, at most.
const SCRATCH_BYTES: usize = 256 * 1024;

/// One thread of the load.
pub struct Worker<'a> {
    plan: &'a Plan,
    pattern: &'a Pattern,
    halt: &'a Halt,
    /// Messages answered so far by all workers, for those who watch.
    seen: &'a AtomicU64,
    readiness: Readiness,
    /// A failed client leaves its place empty, so that the others keep their keys.
    clients: Vec<Option<Connection>>,
    scratch: Box<[u8]>,
    busy: usize,
    /// Messages that may still begin.
    left: u64,
    /// No message begins after this.
    end: Instant,
    timetable: Option<Schedule>,
    /// What this thread has seen.
    pub tally: Tally,
}

impl<'a> Worker<'a> {
    /// A worker without clients.
    ///
    /// # Errors
    /// If there is no descriptor left.
    pub fn new(
        plan: &'a Plan,
        pattern: &'a Pattern,
        halt: &'a Halt,
        seen: &'a AtomicU64,
    ) -> io::Result<Worker<'a>> {
        Ok(Worker {
            plan,
            pattern,
            halt,
            seen,
            readiness: Readiness::new()?,
            clients: Vec::new(),
            scratch: vec![0; SCRATCH_BYTES].into_boxed_slice(),
            busy: 0,
            left: 0,
            end: Instant::now(),
            timetable: None,
            tally: Tally::new(),
        })
    }

    /// Connects the clients with these numbers; the first failure ends that, and is counted.
    pub fn connect(&mut self, numbers: impl Iterator<Item = usize>) {
        let mut dialler = Dialler::new(self.plan.address);
        for number in numbers.take_while(|_| !self.halt.finishes()) {
            let made = dialler.dial().and_then(|stream| {
                self.readiness.add(&stream, self.clients.len())?;
                Ok(Connection::new(stream, number, Instant::now()))
            });
            match made {
                Ok(client) => self.clients.push(Some(client)),
                Err(error) => {
                    let detail = error.to_string();
                    return self.tally.fail(Failure { kind: Kind::Connect, detail });
                }
            }
        }
    }

    /// Sends messages for `duration`, or until there were `messages`, and waits for the answers.
    ///
    /// # Errors
    /// If waiting fails; a client's failure is counted and is no error here.
    pub fn measure(&mut self, duration: Option<Duration>, messages: Option<u64>) -> io::Result<()> {
        self.tally.restart();
        if self.clients.is_empty() {
            return Ok(());
        }
        let (start, cpu) = (Instant::now(), thread_cpu());
        // Without a duration there are messages to be counted, and a stall limit: it will end.
        let endless = Duration::from_secs(365 * 24 * 3600);
        self.end = start + duration.unwrap_or(endless);
        self.left = messages.unwrap_or(u64::MAX);
        self.timetable = match self.plan.pace {
            Pace::Closed => None,
            Pace::Open { rate } => {
                let rate = rate * self.clients.len() as f64 / self.plan.connections as f64;
                Some(Schedule::new(start, rate, self.clients.len(), self.left))
            }
        };
        for key in 0..self.clients.len() {
            if let Some(client) = &mut self.clients[key] {
                (client.answered, client.owed) = (0, 0);
                if self.timetable.is_none() {
                    self.begin(key, start, start);
                }
            }
        }
        let ended = self.go_on();
        self.settle(start);
        self.tally.cpu = thread_cpu().zip(cpu).map(|(after, before)| after - before);
        ended
    }

    /// Messages answered for each client that is still there.
    pub fn per_client(&self) -> impl Iterator<Item = u64> {
        self.clients.iter().flatten().map(|client| client.answered)
    }

    /// Clients that are still there.
    pub fn alive(&self) -> usize {
        self.clients.iter().flatten().count()
    }
}
