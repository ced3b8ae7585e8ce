//! Workers: how one is started, and what its thread does all its life.

use std::io;

use ch00_workbench::Journal;
use ch01_thread_per_connection::spawn::Spawn;

use crate::crew::Crew;
use crate::job::Job;
use crate::seat::Seat;
use crate::sync::{Arc, Mutex, PoisonError};

/// What is needed to start a worker.
pub(crate) struct Workers {
    pub crew: Arc<Crew<Job>>,
    pub spawn: Box<dyn Spawn>,
    /// Workers are called `PREFIX-1`, `PREFIX-2` and so on.
    pub prefix: String,
    pub journal: Journal,
}

impl Workers {
    /// Starts a worker that begins with `first`.
    ///
    /// # Errors
    /// What the system says if there is no thread to be had. The seat is given back, and the job
    /// comes back to the caller.
    // ANCHOR: start
    pub fn start(
        &self,
        seat: Seat<Job>,
        first: Option<Job>,
    ) -> Result<(), (Option<Job>, io::Error)> {
        let name = format!("{}-{}", self.prefix, seat.number);
        let journal = self.journal.clone();
        // A closure that gets no thread is dropped, and what it owns with it: the seat, as it
        // should be, but not the job. So that one lies where both ends can reach it.
        let first = Arc::new(Mutex::new(first));
        let fetch = |place: &Mutex<Option<Job>>| {
            place.lock().unwrap_or_else(PoisonError::into_inner).take()
        };
        let theirs = Arc::clone(&first);
        let life = move || {
            let first = fetch(&theirs);
            drop(theirs);
            work(seat, &journal, first);
        };
        self.spawn.spawn(name, Box::new(life)).map_err(|error| (fetch(&first), error))
    }
    // ANCHOR_END: start

    /// Starts `count` workers without jobs.
    pub fn prestart(&self, count: usize) -> io::Result<()> {
        (0..count).try_for_each(|_| {
            let seat = self.crew.seat(&mut self.crew.lock());
            self.start(seat, None).map_err(|(_, error)| error)
        })
    }
}

/// A worker's life.
// ANCHOR: work
fn work(mut seat: Seat<Job>, journal: &Journal, first: Option<Job>) {
    let _end = journal.end_on_drop();
    seat.begin();
    let mut next = first;
    loop {
        let job = next.take().or_else(|| {
            journal.state("idle");
            seat.take()
        });
        let Some(job) = job else { return };
        journal.state("running");
        // A panic of the job has ended in here: it costs neither this thread nor its seat.
        seat.count(job.run());
    }
}
// ANCHOR_END: work
