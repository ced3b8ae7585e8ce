//! What the rounds hold still, varied: the threads, the kind of request, the pace.

use std::time::Duration;

use serde_json::{Value, json};

use super::placement::Placement;
use super::results::Results;
use super::rounds::{Plan, Present};
use super::servers::Threads;
use super::trial::{Sample, Trial};
use crate::load::{Halt, Pace};

/// Requests of three kinds: answered at once, after a wait, after computing.
pub const WORKS: [&str; 3] = ["none", "sleep:2ms", "spin:200us"];

/// Clients of the sweep over threads: more than threads, so that the threads are the limit.
const CLIENTS: usize = 32;

/// The pace at which latencies are compared, by what the base can do at most. All are asked for the
/// same; near its limit any server is slow.
const PART_OF_THE_MOST: f64 = 0.5;

/// A curve: who, under what, and its points.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The server's name.
    pub server: &'static str,
    /// What was held still, as the command line writes it.
    pub of: String,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

/// All curves.
#[derive(Clone, Debug, Default)]
pub struct Sweeps {
    /// Messages a second over threads, by kind of request.
    pub threads: Vec<Curve>,
    /// Nanoseconds over quantiles, at one pace for all.
    pub latencies: Vec<Curve>,
    /// What went wrong: a point that is missing.
    pub notes: Vec<String>,
}

impl Sweeps {
    /// Measures both. `step` hears of each measurement before it begins.
    pub fn run(
        results: &Results,
        present: &[Present],
        threads: &[usize],
        halt: &Halt,
        step: &mut dyn FnMut(&Trial),
    ) -> Sweeps {
        let mut sweeps = Sweeps::default();
        for work in WORKS {
            for present in present.iter().filter(|present| takes_threads(present)) {
                let points = threads.iter().filter_map(|&threads| {
                    let trial = with_threads(&results.plan, present, work, threads);
                    let sample = sweeps.measure(present, trial, halt, step)?;
                    Some((threads as f64, sample.rate()?))
                });
                let (points, of) = (points.collect(), work.to_owned());
                sweeps.threads.push(Curve { server: present.server.name, of, points });
            }
        }
        if let Some((connections, rate)) = pace(results) {
            for present in present {
                let trial = at_a_pace(&results.plan, present, connections, rate);
                let Some(sample) = sweeps.measure(present, trial, halt, step) else { continue };
                let of = format!("{connections} connections, {rate:.0} messages/s");
                sweeps.latencies.push(Curve {
                    server: present.server.name,
                    of,
                    points: sample.curve,
                });
            }
        }
        sweeps
    }

    /// One measurement; `None`, and a note, if it is good for nothing.
    fn measure(
        &mut self,
        present: &Present,
        trial: Trial,
        halt: &Halt,
        step: &mut dyn FnMut(&Trial),
    ) -> Option<Sample> {
        if halt.finishes() || !trial.fits() {
            return None;
        }
        step(&trial);
        let outcome = trial.run(&present.program, halt);
        if halt.finishes() {
            return None;
        }
        let complaint = match &outcome {
            Ok(sample) => sample.outcome.complaint(),
            Err(error) => Some(format!("{error:#}")),
        };
        if let Some(complaint) = complaint {
            self.notes.push(format!("{}, work {}: {complaint}", trial.server.name, trial.work));
            return None;
        }
        outcome.ok()
    }

    /// All curves as JSON.
    pub fn json(&self) -> Value {
        let curves = |curves: &[Curve]| -> Value {
            let curve = |curve: &Curve| json!({ "server": curve.server, "of": curve.of, "points": curve.points });
            curves.iter().map(curve).collect()
        };
        json!({
            "messages_per_second_by_threads": curves(&self.threads),
            "latency_ns_by_quantile": curves(&self.latencies),
            "notes": self.notes,
        })
    }
}

fn takes_threads(present: &Present) -> bool {
    present.server.threads == Threads::AsTold
}

/// Threads need cores: so here the scheduler chooses, whatever the plan says.
fn with_threads(plan: &Plan, present: &Present, work: &str, threads: usize) -> Trial {
    Trial {
        threads,
        work: work.to_owned(),
        placement: Placement::Free,
        ..plan.trial(present.server, CLIENTS)
    }
}

fn at_a_pace(plan: &Plan, present: &Present, connections: usize, rate: f64) -> Trial {
    Trial {
        pace: Pace::Open { rate },
        // Rare latencies need many messages.
        time: plan.time.max(Duration::from_millis(500)) * 2,
        ..plan.trial(present.server, connections)
    }
}

/// The connections and the pace for the latencies: of the numbers of clients, the one nearest 50.
fn pace(results: &Results) -> Option<(usize, f64)> {
    let connections = *results.plan.connections.iter().min_by_key(|n| n.abs_diff(50))?;
    let base = results.cell(results.plan.base.name, connections)?;
    Some((connections, base.spread(Sample::rate)?.median * PART_OF_THE_MOST))
}
