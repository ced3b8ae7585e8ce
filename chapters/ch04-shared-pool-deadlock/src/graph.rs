//! The wait graph: an arrow from whatever waits to what it waits for.
//!
//! Four kinds of things wait for each other here. A *thread* waits for a latch. A *latch* waits for
//! all its openers: threads that run jobs, or jobs that are queued. A *queued job* waits for its
//! pool. And a *pool* without a free worker waits for any of its workers.

use std::collections::BTreeMap;

use crate::books::{Books, JobId, LatchId, PoolId, Stage};

/// What a corner of the graph stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    /// A thread, by its name.
    Thread(String),
    /// A latch that is closed.
    Latch(LatchId),
    /// A job in the queue.
    Queued(JobId),
    /// A pool.
    Pool(PoolId),
    /// Somebody who is in no pool, and whom nothing here holds up.
    Outside,
}

/// How many of its arrows must be satisfied before a corner goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// It waits for nothing.
    Nothing,
    /// Any one of them: a worker of the pool.
    One,
    /// Each of them: all openers of a latch.
    All,
}

/// A corner of the graph.
#[derive(Clone, Debug)]
pub struct Corner {
    /// What it stands for.
    pub node: Node,
    /// What it is called.
    pub label: String,
    /// How many of its arrows it needs.
    pub needs: Needs,
    /// Where its arrows lead to, as places in [`Graph::corners`].
    pub arrows: Vec<usize>,
}

/// The wait graph of one moment.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// All that waits, and all that is waited for.
    pub corners: Vec<Corner>,
    places: BTreeMap<Node, usize>,
}

impl Graph {
    /// Draws the graph of the books: from each thread that waits, as far as its arrows lead.
    // ANCHOR: of
    pub fn of(books: &Books) -> Graph {
        let mut graph = Graph::default();
        for wait in books.waits.values() {
            graph.place(books, Node::Thread(wait.thread.clone()));
        }
        // New corners come at the end, so each is visited once.
        let mut next = 0;
        while next < graph.corners.len() {
            let node = graph.corners[next].node.clone();
            let (needs, targets) = waits_for(books, &node);
            let places = targets.into_iter().map(|target| graph.place(books, target));
            let arrows = places.collect();
            let corner = &mut graph.corners[next];
            (corner.needs, corner.arrows) = (needs, arrows);
            next += 1;
        }
        graph
    }
    // ANCHOR_END: of

    /// The corner's place; it gets one if it has none yet.
    fn place(&mut self, books: &Books, node: Node) -> usize {
        let next = self.corners.len();
        let place = *self.places.entry(node.clone()).or_insert(next);
        if place == next {
            let label = label(books, &node);
            self.corners.push(Corner { node, label, needs: Needs::Nothing, arrows: Vec::new() });
        }
        place
    }

    /// The graph in words, a line for each corner that waits.
    pub fn text(&self) -> String {
        let waiting = self.corners.iter().filter(|corner| !corner.arrows.is_empty());
        waiting.map(|corner| format!("  {}\n", self.sentence(corner))).collect()
    }

    /// What a corner waits for, in words.
    pub fn sentence(&self, corner: &Corner) -> String {
        let names: Vec<&str> =
            corner.arrows.iter().map(|arrow| self.corners[*arrow].label.as_str()).collect();
        let verb = match corner.node {
            Node::Thread(_) => "waits for",
            Node::Latch(_) => "is opened by",
            Node::Queued(_) => "needs a worker of",
            Node::Pool(_) => "has no worker but",
            Node::Outside => "waits for nothing, least of all",
        };
        let join = if corner.needs == Needs::One { " or " } else { " and " };
        format!("{} {verb} {}", corner.label, names.join(join))
    }
}

/// What a node waits for, by the books.
// ANCHOR: waits_for
fn waits_for(books: &Books, node: &Node) -> (Needs, Vec<Node>) {
    match node {
        Node::Thread(name) => {
            let own = books.waits.values().filter(|wait| wait.thread == *name);
            // One that was opened and has not been left yet holds nobody up.
            let closed = own.filter(|wait| books.is_closed(wait.latch));
            needing(Needs::All, closed.map(|wait| Node::Latch(wait.latch)).collect())
        }
        Node::Latch(latch) => {
            let own = books.openers.values().filter(|opener| opener.latch == *latch);
            needing(Needs::All, own.map(|opener| holder(books, opener.holder)).collect())
        }
        Node::Queued(job) => {
            let pool = books.jobs.get(job).map_or(Node::Outside, |job| Node::Pool(job.pool));
            needing(Needs::One, vec![pool])
        }
        Node::Pool(pool) => {
            let busy = books.busy(*pool);
            // A free worker takes the job at any moment, so nothing is waited for.
            let all = books.pools.get(pool).is_some_and(|entry| busy.len() >= entry.threads);
            let busy = busy.into_iter().filter(|_| all);
            needing(Needs::One, busy.map(|thread| Node::Thread(thread.to_owned())).collect())
        }
        Node::Outside => needing(Needs::Nothing, Vec::new()),
    }
}
// ANCHOR_END: waits_for

fn needing(needs: Needs, mut targets: Vec<Node>) -> (Needs, Vec<Node>) {
    // Two openers in one job are one arrow.
    let mut seen = Vec::new();
    targets.retain(|target| {
        !seen.contains(target) && {
            seen.push(target.clone());
            true
        }
    });
    (if targets.is_empty() { Needs::Nothing } else { needs }, targets)
}

/// Who has an opener: a thread that runs the job, or the job in its queue.
fn holder(books: &Books, holder: Option<JobId>) -> Node {
    let Some((id, job)) = holder.and_then(|id| Some((id, books.jobs.get(&id)?))) else {
        return Node::Outside;
    };
    match &job.stage {
        Stage::Queued => Node::Queued(id),
        Stage::Running { thread, .. } => Node::Thread(thread.clone()),
    }
}

fn label(books: &Books, node: &Node) -> String {
    match node {
        Node::Thread(name) => name.clone(),
        Node::Latch(id) => {
            let name = books.latches.get(id).map_or("?", |latch| latch.name.as_str());
            format!("latch {name}")
        }
        Node::Queued(id) => {
            let name = books.jobs.get(id).map_or("?", |job| job.name.as_str());
            format!("`{name}`")
        }
        Node::Pool(id) => {
            let name = books.pools.get(id).map_or("?", |pool| pool.name.as_str());
            format!("pool {name}")
        }
        Node::Outside => "somebody outside".to_owned(),
    }
}
