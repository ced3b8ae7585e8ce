//! A thread dump in the spirit of jstack: who waits, since when, for what, made where, and who
//! could open it.

use std::fmt::{self, Write};
use std::time::Duration;

use crate::books::{Books, Stage, WaitEntry};
use crate::graph::{Graph, Node};
use crate::verdict::{FindCycle, Stuck, verdict};

/// Names of queued jobs that a dump shows for a pool; the others are counted.
const SHOWN: usize = 8;

/// One moment of the program, and what it means.
#[derive(Clone, Debug)]
pub struct Dump {
    /// The books of that moment.
    pub books: Books,
    /// Who waits for what.
    pub graph: Graph,
    /// What is stuck for good; `None`: all can go on.
    pub stuck: Option<Stuck>,
}

impl Dump {
    /// Looks at the books and judges.
    pub fn of(books: Books, find_cycle: FindCycle) -> Dump {
        let graph = Graph::of(&books);
        let stuck = verdict(&graph, find_cycle);
        Dump { books, graph, stuck }
    }

    /// The verdict in one sentence.
    pub fn sentence(&self) -> String {
        match &self.stuck {
            Some(stuck) => stuck.sentence(&self.graph),
            None => "no deadlock: everybody who waits can still be served".to_owned(),
        }
    }

    fn thread(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        let at = self.books.running_on(name).map(|(_, job)| job);
        let wait = self.books.waits.values().rfind(|wait| wait.thread == name);
        match (wait, at) {
            (Some(wait), _) => self.waiting(f, wait)?,
            (None, Some(job)) => {
                writeln!(f, "\"{name}\" RUNNING for {}", shown(job.since.elapsed()))?;
            }
            (None, None) => writeln!(f, "\"{name}\" FREE")?,
        }
        at.map_or(Ok(()), |job| writeln!(f, "    runs `{}`", job.name))
    }

    fn waiting(&self, f: &mut fmt::Formatter<'_>, wait: &WaitEntry) -> fmt::Result {
        writeln!(f, "\"{}\" WAITING for {}", wait.thread, shown(wait.since.elapsed()))?;
        let Some(latch) = self.books.latches.get(&wait.latch) else { return Ok(()) };
        // Windows writes paths its own way; the book shows one.
        let file = latch.site.file().replace('\\', "/");
        let line = latch.site.line();
        writeln!(f, "    on latch {}, made at {file}:{line}", latch.name)?;
        let node = Node::Latch(wait.latch);
        let corner = self.graph.corners.iter().find(|corner| corner.node == node);
        match corner.filter(|corner| !corner.arrows.is_empty()) {
            Some(corner) => {
                let who = corner.arrows.iter().map(|arrow| self.who(*arrow));
                writeln!(f, "    opened only by {}", who.collect::<Vec<_>>().join(" and "))
            }
            None => writeln!(f, "    which is open"),
        }
    }

    fn who(&self, place: usize) -> String {
        let corner = &self.graph.corners[place];
        match corner.node {
            Node::Queued(_) => format!("{} (queued)", corner.label),
            _ => corner.label.clone(),
        }
    }

    fn queues(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, pool) in &self.books.pools {
            let names: Vec<_> =
                self.books.queued(*id).map(|(_, job)| format!("`{}`", job.name)).collect();
            let busy = self.books.busy(*id).len();
            write!(f, "pool {}: {busy} of {} workers busy, ", pool.name, pool.threads)?;
            match names.as_slice() {
                [] => writeln!(f, "nothing queued")?,
                names if names.len() > SHOWN => {
                    let (shown, more) = names.split_at(SHOWN);
                    writeln!(f, "queued: {} and {} more", shown.join(", "), more.len())?;
                }
                names => writeln!(f, "queued: {}", names.join(", "))?,
            }
        }
        Ok(())
    }

    /// All threads that run a job or wait, by name.
    fn threads(&self) -> Vec<String> {
        let running = self.books.jobs.values().filter_map(|job| match &job.stage {
            Stage::Running { thread, .. } => Some(thread.clone()),
            Stage::Queued => None,
        });
        let waiting = self.books.waits.values().map(|wait| wait.thread.clone());
        let mut names: Vec<String> = running.chain(waiting).collect();
        names.sort();
        names.dedup();
        names
    }
}

impl fmt::Display for Dump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in self.threads() {
            self.thread(f, &name)?;
        }
        self.queues(f)?;
        f.write_str("Who waits for whom:\n")?;
        f.write_str(&self.graph.text())?;
        f.write_str(&self.sentence())?;
        f.write_char('\n')
    }
}

/// Tenths of a millisecond are exact enough for a reader.
fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
