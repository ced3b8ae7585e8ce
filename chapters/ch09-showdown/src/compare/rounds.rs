//! The rounds: each server once a round, in turns, for each number of connections.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use super::builds;
use super::placement::Placement;
use super::servers::Server;
use super::statistics::{Spread, ratios};
use super::trial::{Sample, Trial};
use crate::load::{Halt, Pace};

/// What is compared.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who takes part.
    pub servers: Vec<&'static Server>,
    /// Whom the others are held against.
    pub base: &'static Server,
    /// Numbers of clients.
    pub connections: Vec<usize>,
    /// Rounds.
    pub rounds: usize,
    /// How long one measurement takes.
    pub time: Duration,
    /// Bytes of a message.
    pub payload: usize,
    /// What the servers do for each, as their command lines write it.
    pub work: String,
    /// The servers' threads.
    pub threads: usize,
    /// The clients' threads.
    pub load_threads: usize,
    /// Who runs where.
    pub placement: Placement,
}

impl Plan {
    /// One measurement of this plan.
    pub fn trial(&self, server: &'static Server, connections: usize) -> Trial {
        Trial {
            server,
            connections,
            threads: self.threads,
            payload: self.payload,
            work: self.work.clone(),
            pace: Pace::Closed,
            time: self.time,
            placement: self.placement,
            load_threads: self.load_threads,
        }
    }
}

/// A server that is there, with its program.
#[derive(Clone, Debug)]
pub struct Present {
    /// The server.
    pub server: &'static Server,
    /// Its program.
    pub program: PathBuf,
}

/// Those of `servers` whose programs are there, and a line for each of the others.
pub fn present(servers: &[&'static Server]) -> (Vec<Present>, Vec<String>) {
    let (mut present, mut missing) = (Vec::new(), Vec::new());
    for &server in servers {
        match builds::program(server) {
            Ok(program) => present.push(Present { server, program }),
            Err(error) => missing.push(format!("{error:#}")),
        }
    }
    (present, missing)
}

/// All measurements of one server with one number of clients; `None`: a round that failed.
#[derive(Clone)]
pub struct Cell {
    /// The server.
    pub server: &'static Server,
    /// The clients.
    pub connections: usize,
    /// A place for each round so far.
    pub samples: Vec<Option<Sample>>,
}

/// What the rounds have brought.
#[derive(Clone)]
pub struct Results {
    /// What was asked for.
    pub plan: Plan,
    /// In the order of the plan: numbers of clients first, servers within.
    pub cells: Vec<Cell>,
    /// What went wrong, each thing once.
    pub notes: BTreeSet<String>,
}

/// Runs the rounds. `step` hears of each measurement before it begins, with how many are done and
/// how many there are.
pub fn run(
    plan: &Plan,
    present: &[Present],
    halt: &Halt,
    step: &mut dyn FnMut(&Trial, usize, usize),
) -> Results {
    let mut results = Results::empty(plan, present);
    let whole = plan.rounds * results.cells.len();
    let mut done = 0;
    for _ in 0..plan.rounds {
        for index in 0..results.cells.len() {
            let cell = &results.cells[index];
            let trial = plan.trial(cell.server, cell.connections);
            if halt.finishes() {
                return results;
            }
            step(&trial, done, whole);
            done += 1;
            if cell.has_failed_often() {
                results.cells[index].samples.push(None);
                continue;
            }
            let program = present.iter().find(|present| present.server.name == trial.server.name);
            let program = &program.expect("only those present have cells").program;
            let sample = results.note(&trial, trial.run(program, halt));
            if !halt.finishes() {
                results.cells[index].samples.push(sample);
            }
        }
    }
    results
}

impl Cell {
    /// Two failures are no accident: what time is left goes to the others.
    fn has_failed_often(&self) -> bool {
        let failed =
            |sample: &&Option<Sample>| sample.as_ref().is_none_or(|sample| sample.rate().is_none());
        self.samples.iter().filter(failed).count() >= 2
    }

    /// Messages a second, round by round.
    pub fn rates(&self) -> Vec<Option<f64>> {
        self.samples.iter().map(|sample| sample.as_ref().and_then(Sample::rate)).collect()
    }

    /// A figure of the good rounds, with its spread.
    pub fn spread(&self, figure: impl Fn(&Sample) -> Option<f64>) -> Option<Spread> {
        let good = self.samples.iter().flatten().filter(|sample| sample.rate().is_some());
        Spread::of(good.filter_map(figure))
    }
}

impl Results {
    fn empty(plan: &Plan, present: &[Present]) -> Results {
        let mut results = Results { plan: plan.clone(), cells: Vec::new(), notes: BTreeSet::new() };
        for &connections in &plan.connections {
            for Present { server, .. } in present {
                if plan.trial(server, connections).fits() {
                    let samples = Vec::new();
                    results.cells.push(Cell { server, connections, samples });
                } else {
                    let most = server.most_connections().unwrap_or(0);
                    let name = server.name;
                    results.notes.insert(format!(
                        "{name}: a thread for each of {connections} connections is not asked for; \
                         {most} at most"
                    ));
                }
            }
        }
        results
    }

    /// Keeps a sample, and notes what was wrong with it.
    fn note(&mut self, trial: &Trial, outcome: anyhow::Result<Sample>) -> Option<Sample> {
        let complaint = match &outcome {
            Ok(sample) => sample.outcome.complaint(),
            Err(error) => Some(format!("{error:#}")),
        };
        if let Some(complaint) = complaint {
            let (name, connections) = (trial.server.name, trial.connections);
            self.notes.insert(format!("{name}, {connections} connections: {complaint}"));
        }
        outcome.ok()
    }

    /// The cell of a server with so many clients.
    pub fn cell(&self, server: &str, connections: usize) -> Option<&Cell> {
        let mut cells = self.cells.iter();
        cells.find(|cell| cell.server.name == server && cell.connections == connections)
    }

    /// A cell's throughput by that of the base, round by round.
    pub fn ratio(&self, cell: &Cell) -> Option<Spread> {
        let base = self.cell(self.plan.base.name, cell.connections)?;
        Spread::of(ratios(&cell.rates(), &base.rates()))
    }

    /// A line for what was planned and not measured, if anything.
    pub fn missing(&self) -> Option<String> {
        let planned = self.plan.rounds * self.cells.len();
        let measured: usize = self.cells.iter().map(|cell| cell.samples.len()).sum();
        (measured < planned).then(|| {
            let full = self.cells.iter().map(|cell| cell.samples.len()).min().unwrap_or(0);
            format!(
                "stopped early: {measured} of {planned} measurements, {full} whole rounds of {}",
                self.plan.rounds
            )
        })
    }
}
