//! A watched run of the two stages: what the acts about them have in common.

use std::io;
use std::ops::RangeInclusive;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use ch00_workbench::{Gate, Journal, Memory};
use ch03_worker_pool::JobHandle;
use ch04_shared_pool_deadlock::Registry;
use ch04_shared_pool_deadlock::dump::Dump;
use ch04_shared_pool_deadlock::two_stages::{TwoStages, Waited};
use ch04_shared_pool_deadlock::verdict::FindCycle;
use ch04_shared_pool_deadlock::watchdog::{INTERVAL, Watchdog};

/// How long a verdict may take before the script gives up: many looks of the watchdog.
const PATIENCE: Duration = Duration::from_secs(20);

/// A registry with a watchdog, whose verdicts are waiting to be read.
pub struct Watched {
    pub registry: Registry,
    pub memory: Memory,
    verdicts: Receiver<Dump>,
    _watchdog: Watchdog,
}

impl Watched {
    /// Watches over what will happen in a new registry. `memory` must be a sink of `journal`.
    pub fn new(journal: Journal, memory: Memory, find_cycle: FindCycle) -> io::Result<Watched> {
        let registry = Registry::new(journal);
        let (bark, verdicts) = channel();
        let bark = move |dump| drop(bark.send(dump));
        let watchdog = Watchdog::start(&registry, INTERVAL, find_cycle, bark)?;
        Ok(Watched { registry, memory, verdicts, _watchdog: watchdog })
    }

    /// As [`Watched::new`], with a journal that nobody is shown.
    pub fn unseen(find_cycle: FindCycle) -> io::Result<Watched> {
        let memory = Memory::new();
        let journal = Journal::to(vec![Box::new(memory.clone())]);
        Watched::new(journal, memory, find_cycle)
    }

    /// Starts jobs of stage one with these numbers. Each holds a worker before the first one
    /// splits; then they split one after the other.
    pub fn start(
        &self,
        stages: &TwoStages,
        numbers: RangeInclusive<usize>,
    ) -> anyhow::Result<Vec<Parent>> {
        let mut started = Vec::new();
        let mut gates = Vec::new();
        for number in numbers.clone() {
            let gate = Gate::new("all of stage one run");
            started.push(stages.start(number, gate.clone())?);
            gate.wait_for_waiting(1);
            gates.push(gate);
        }
        for (number, gate) in numbers.zip(gates) {
            gate.open();
            self.wait_for(number);
        }
        Ok(started)
    }

    /// Waits until the `number`th job of stage one has come to its latch.
    pub fn wait_for(&self, number: usize) {
        let wanted = format!("waiting on latch l{number}");
        self.memory.wait_for(
            &wanted,
            |entry| matches!(&entry.what, ch00_workbench::What::State(state) if *state == wanted),
        );
    }

    /// Waits for the watchdog's verdict.
    pub fn verdict(&self) -> anyhow::Result<Dump> {
        Ok(self.verdicts.recv_timeout(PATIENCE)?)
    }
}

/// A job of stage one.
pub type Parent = JobHandle<Waited>;

/// Waits for the end of all, and returns how many of them got all that they waited for.
pub fn ended(parents: Vec<Parent>) -> usize {
    let served = parents.into_iter().map(|parent| matches!(parent.wait(), Ok(Ok(Ok(())))));
    served.filter(|served| *served).count()
}

/// Opens one latch of a hang by hand: the first that a thread is stuck at.
pub fn rescue(dump: &Dump) {
    let latch = dump.books.waits.values().next().and_then(|wait| {
        let entry = dump.books.latches.get(&wait.latch)?;
        entry.latch()
    });
    if let Some(latch) = latch {
        latch.open_by_hand();
    }
}
