//! One measurement of one server.

use std::path::Path;
use std::time::Duration;

use anyhow::bail;

use super::child::Child;
use super::placement::Placement;
use super::servers::Server;
use super::usage::Usage;
use crate::load::outcome::Latencies;
use crate::load::{self, Halt, Outcome, Pace, Watch};

/// How long a client waits for a sign of a server: far more than any of them should need.
const STALL: Duration = Duration::from_secs(5);

/// The part of a measurement's time that goes before it, to warm up.
const WARM_UP: f64 = 0.25;

/// For many clients the time is longer: so much for each, some ten messages.
const TIME_EACH: Duration = Duration::from_micros(100);

/// The quantiles of a latency curve: the closer to one, the closer together.
pub const QUANTILES: [f64; 11] =
    [0.0, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995];

/// One measurement, as it is to be done.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The server.
    pub server: &'static Server,
    /// Clients.
    pub connections: usize,
    /// The server's threads.
    pub threads: usize,
    /// Bytes of a message.
    pub payload: usize,
    /// What the server does for each, as its command line writes it.
    pub work: String,
    /// How the clients keep time.
    pub pace: Pace,
    /// How long it takes.
    pub time: Duration,
    /// Who runs where.
    pub placement: Placement,
    /// The clients' threads.
    pub load_threads: usize,
}

/// What one measurement has brought.
#[derive(Clone)]
pub struct Sample {
    /// What the clients have seen, without the histograms.
    pub outcome: Outcome,
    /// Latencies at a glance.
    pub latencies: Latencies,
    /// Latencies in nanoseconds at each of [`QUANTILES`].
    pub curve: Vec<(f64, f64)>,
    /// What the server has used meanwhile; `None` where the system does not tell.
    pub usage: Option<Usage>,
    /// The server's memory before the first client came, in bytes.
    pub resident_before: Option<u64>,
}

impl Trial {
    /// Whether the server can serve so many at all.
    pub fn fits(&self) -> bool {
        self.server.most_connections().is_none_or(|most| self.connections <= most)
    }

    /// Starts the server, measures it, and ends it.
    ///
    /// # Errors
    /// If it does not start, ends by itself, or nobody can be connected.
    pub fn run(&self, program: &Path, halt: &Halt) -> anyhow::Result<Sample> {
        let line = self.server.command_line(self.connections, self.threads, &self.work);
        let mut server = Child::start(program, &line, self.placement.server())?;
        let resident_before = Usage::of(server.id()).map(|usage| usage.resident);
        let time = self.time.max(TIME_EACH.saturating_mul(self.connections as u32));
        let plan = load::Plan {
            threads: self.load_threads,
            payload: self.payload,
            pace: self.pace,
            duration: Some(time),
            warm_up: time.mul_f64(WARM_UP),
            stall: STALL,
            cores: self.placement.load(self.load_threads),
            ..load::Plan::new(server.address, self.connections)
        };
        let mut meter = Meter { id: server.id(), before: None, used: None };
        let outcome = load::run(&plan, halt, &mut meter);
        let went_well = outcome.as_ref().is_ok_and(|outcome| outcome.failures.is_empty());
        if let Some(status) = server.end()?.filter(|_| !went_well) {
            bail!("the server ended by itself ({status})");
        }
        let outcome = outcome?;
        Ok(Sample::new(outcome, meter.used, resident_before))
    }
}

impl Sample {
    fn new(mut outcome: Outcome, usage: Option<Usage>, resident_before: Option<u64>) -> Sample {
        let latencies = Latencies::of(&outcome.latency);
        let at = |quantile| outcome.latency.value_at_quantile(quantile) as f64;
        let curve = QUANTILES.map(|quantile| (quantile, at(quantile))).to_vec();
        // A comparison keeps hundreds of samples.
        outcome.forget_histograms();
        Sample { outcome, latencies, curve, usage, resident_before }
    }

    /// Messages a second, if every client was served well.
    pub fn rate(&self) -> Option<f64> {
        (self.outcome.failures.is_empty() && self.outcome.answered > 0).then_some(self.outcome.rate)
    }

    /// A figure of the server's, for each message.
    pub fn each(&self, figure: impl Fn(&Usage) -> f64) -> Option<f64> {
        let messages = self.outcome.answered.max(1) as f64;
        self.usage.as_ref().map(|usage| figure(usage) / messages)
    }

    /// The server's processor time for a message, in microseconds.
    pub fn cpu_us(&self) -> Option<f64> {
        self.each(|usage| usage.cpu.as_secs_f64() * 1e6)
    }

    /// Messages for a second of processor time, the server's and the clients' together. With all on
    /// one core and nothing else on it, that is the throughput. When others use the core too it is
    /// less spoilt, since waiting for the core does not count; but they still cost it its caches, and
    /// change how many messages come together.
    pub fn by_cpu(&self) -> Option<f64> {
        let cpu = self.usage?.cpu + self.outcome.cpu?;
        self.rate().map(|_| self.outcome.answered as f64 / cpu.as_secs_f64().max(1e-9))
    }

    /// What a connection has added to the server's memory, in bytes.
    pub fn bytes_a_connection(&self) -> Option<f64> {
        let more = self.usage?.resident.saturating_sub(self.resident_before?);
        Some(more as f64 / self.outcome.connected.max(1) as f64)
    }
}

/// Reads the server's figures right before and right after what counts.
struct Meter {
    id: u32,
    before: Option<Usage>,
    used: Option<Usage>,
}

impl Watch for Meter {
    fn begins(&mut self) {
        self.before = Usage::of(self.id);
    }

    fn ends(&mut self) {
        self.used = Usage::of(self.id).zip(self.before).map(|(now, before)| now.since(&before));
    }
}
