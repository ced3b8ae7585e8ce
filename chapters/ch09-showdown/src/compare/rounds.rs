//! The rounds: each server once a round, in turns, for each number of connections.

use std::path::PathBuf;
use std::time::Duration;

use super::builds;
use super::placement::Placement;
use super::results::Results;
use super::servers::Server;
use super::trial::Trial;
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
            if results.is_given_up(cell) {
                results.cells[index].samples.push(None);
                continue;
            }
            let program = present.iter().find(|present| present.server.name == trial.server.name);
            let program = &program.expect("only those present have cells").program;
            let outcome = trial.run(program, halt);
            if halt.finishes() {
                return results; // a measurement that was cut short says nothing
            }
            let sample = results.note(&trial, outcome);
            results.cells[index].samples.push(sample);
        }
    }
    results
}
