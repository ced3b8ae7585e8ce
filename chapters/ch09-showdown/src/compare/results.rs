//! What the rounds have brought, and what it comes to.

use std::collections::BTreeSet;

use super::rounds::{Plan, Present};
use super::servers::Server;
use super::statistics::{Spread, ratios};
use super::trial::{Sample, Trial};
use crate::load::report::clients;

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

impl Cell {
    /// Rounds in which not everybody was served well.
    fn failures(&self) -> usize {
        self.figures(Sample::rate).iter().filter(|rate| rate.is_none()).count()
    }

    /// A figure, round by round.
    pub fn figures(&self, figure: fn(&Sample) -> Option<f64>) -> Vec<Option<f64>> {
        self.samples.iter().map(|sample| sample.as_ref().and_then(figure)).collect()
    }

    /// A figure of the good rounds, with its spread.
    pub fn spread(&self, figure: impl Fn(&Sample) -> Option<f64>) -> Option<Spread> {
        let good = self.samples.iter().flatten().filter(|sample| sample.rate().is_some());
        Spread::of(good.filter_map(figure))
    }
}

impl Results {
    /// Two failures are no accident, and who did not even start will not start with more clients:
    /// what time is left goes to the others.
    pub(super) fn is_given_up(&self, cell: &Cell) -> bool {
        let same = |other: &&Cell| other.server.name == cell.server.name;
        let without = |cell: &Cell| cell.samples.iter().filter(|sample| sample.is_none()).count();
        cell.failures() >= 2 || self.cells.iter().filter(same).map(without).sum::<usize>() >= 2
    }

    /// No measurement yet, and a place for each that is planned.
    pub(super) fn empty(plan: &Plan, present: &[Present]) -> Results {
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
                        "{name}: a thread for each of {connections} connections is not tried; \
                         {most} at most"
                    ));
                }
            }
        }
        results
    }

    /// Keeps a sample, and notes what was wrong with it.
    pub(super) fn note(
        &mut self,
        trial: &Trial,
        outcome: anyhow::Result<Sample>,
    ) -> Option<Sample> {
        let complaint = match &outcome {
            Ok(sample) => sample.outcome.complaint(),
            Err(error) => Some(format!("{error:#}")),
        };
        if let Some(complaint) = complaint {
            let (name, clients) = (trial.server.name, clients(trial.connections));
            self.notes.insert(format!("{name}, {clients}: {complaint}"));
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
        self.ratio_of(cell, Sample::rate)
    }

    /// A cell's figure by that of the base, round by round.
    pub fn ratio_of(&self, cell: &Cell, figure: fn(&Sample) -> Option<f64>) -> Option<Spread> {
        let base = self.cell(self.plan.base.name, cell.connections)?;
        Spread::of(ratios(&cell.figures(figure), &base.figures(figure)))
    }

    /// A line for what was planned and not measured, if anything.
    pub fn missing(&self) -> Option<String> {
        let planned = self.plan.rounds * self.cells.len();
        let measured: usize = self.cells.iter().map(|cell| cell.samples.len()).sum();
        (measured < planned).then(|| {
            let full = self.cells.iter().map(|cell| cell.samples.len()).min().unwrap_or(0);
            format!(
                "stopped early: {measured} of {planned} measurements; {full} of {} rounds are whole",
                self.plan.rounds
            )
        })
    }
}
