//! Threads that work under a lease, and a look-out that brings them events: what the lease's models
//! share. An event is a number; what its handler does is up to the model.

use std::collections::VecDeque;
use std::sync::Arc;

use modelling::{Thread, tell, thread};

use super::lease::{Joined, Lease, Next, Pace, Role, Seat};
use crate::sync::{Mutex, MutexGuard};

/// Where the leader waits, and what has come of the events.
pub struct Lookout {
    state: Mutex<State>,
    /// Always a plain one: here nobody waits with a limit.
    changed: shuttle::sync::Condvar,
}

struct State {
    /// What each wait brings.
    batches: VecDeque<Vec<u32>>,
    notified: bool,
    /// Threads that wait for events at this moment.
    watching: usize,
    begun: Vec<u32>,
    done: Vec<u32>,
    /// With so many done, all is over.
    all: usize,
    /// Somebody has become the watcher.
    watched: bool,
}

impl Lookout {
    pub fn with(batches: &[&[u32]], all: usize) -> Lookout {
        let batches = batches.iter().map(|batch| batch.to_vec()).collect();
        let (begun, done) = (Vec::new(), Vec::new());
        let state =
            State { batches, notified: false, watching: 0, begun, done, all, watched: false };
        Lookout { state: Mutex::new(state), changed: shuttle::sync::Condvar::new() }
    }

    /// Waits for a batch, as the leader.
    fn wait(&self, at_once: bool, found: &mut Vec<u32>) {
        let mut state = self.lock();
        assert_eq!(state.watching, 0, "two threads wait for events: there are two leaders");
        state.watching = 1;
        drop(state); // others may come in here, if they can
        let mut state = self.lock();
        while state.batches.is_empty() && !at_once && !state.notified {
            tell("waits for events");
            state = self.changed.wait(state).unwrap();
        }
        state.notified = false;
        state.watching = 0;
        found.extend(state.batches.pop_front().into_iter().flatten());
    }

    /// Ends the wait that is under way, or the next one.
    pub fn notify(&self) {
        self.lock().notified = true;
        self.changed.notify_all();
    }

    /// Brings a batch, from outside.
    pub fn bring(&self, batch: &[u32]) {
        self.lock().batches.push_back(batch.to_vec());
        self.changed.notify_all();
    }

    /// Waits until there is a watcher, for the first time.
    pub fn wait_until_watched(&self) {
        let mut state = self.lock();
        while !state.watched {
            state = self.changed.wait(state).unwrap();
        }
    }

    fn note(&self, role: Role) {
        match role {
            Role::Follower => tell("follows"),
            Role::Watcher => {
                tell("watches");
                self.lock().watched = true;
                self.changed.notify_all();
            }
        }
    }

    /// A handler's way to wait for others.
    pub fn wait_until_done(&self, events: &[u32]) {
        let mut state = self.lock();
        while !events.iter().all(|event| state.done.contains(event)) {
            tell(format!("is stuck until {events:?} are done"));
            state = self.changed.wait(state).unwrap();
        }
    }

    /// A handler's way to wait until another one runs.
    pub fn wait_until_begun(&self, event: u32) {
        let mut state = self.lock();
        while !state.begun.contains(&event) {
            tell(format!("is stuck until {event} is begun"));
            state = self.changed.wait(state).unwrap();
        }
    }

    /// Whether this event was begun before.
    pub fn begin(&self, event: u32) -> bool {
        let mut state = self.lock();
        let before = state.begun.contains(&event);
        state.begun.push(event);
        self.changed.notify_all();
        before
    }

    /// Counts an event as done; `true`: it was the last.
    fn finish(&self, event: u32) -> bool {
        let mut state = self.lock();
        state.done.push(event);
        self.changed.notify_all();
        state.done.len() == state.all
    }

    pub fn done(&self) -> Vec<u32> {
        let mut done = self.lock().done.clone();
        done.sort_unstable();
        done
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

/// What a handler is given.
pub struct Handling<'a> {
    pub lease: &'a Lease<u32>,
    pub lookout: &'a Lookout,
    pub seat: &'a mut Seat,
    pub event: u32,
}

/// The life of a thread, as the server's.
fn live(lease: &Lease<u32>, lookout: &Lookout, pace: Pace, handler: fn(Handling<'_>)) {
    let (mut seat, mut found) = (Seat::default(), Vec::new());
    loop {
        match lease.join(&mut seat, &mut |role| lookout.note(role)) {
            Joined::Closed => return,
            Joined::Deposed => tell("deposes the leader"),
            Joined::Leads => tell("leads"),
            Joined::Helps => tell("helps"),
        }
        let mut next = lease.next(&mut seat, pace);
        loop {
            next = match next {
                Next::Follow => break,
                Next::Event(event) => {
                    tell(format!("processes {event}"));
                    handler(Handling { lease, lookout, seat: &mut seat, event });
                    if lookout.finish(event) {
                        lease.close();
                        lookout.notify();
                    }
                    lease.next(&mut seat, pace)
                }
                Next::Wait { at_once } => {
                    lookout.wait(at_once, &mut found);
                    lease.publish(&mut seat, &mut found, pace)
                }
            };
        }
    }
}

/// Lets so many threads live until all is over, and `meanwhile` does what it does.
pub fn play(
    threads: usize,
    lease: Lease<u32>,
    lookout: Lookout,
    pace: Pace,
    handler: fn(Handling<'_>),
    meanwhile: fn(&Lease<u32>, &Lookout),
) -> Arc<Lookout> {
    let (lease, lookout) = (Arc::new(lease), Arc::new(lookout));
    let threads: Vec<_> = (1..=threads)
        .map(|number| {
            let (lease, lookout) = (Arc::clone(&lease), Arc::clone(&lookout));
            thread(format!("thread-{number}"), move || live(&lease, &lookout, pace, handler))
        })
        .collect();
    meanwhile(&lease, &lookout);
    threads.into_iter().for_each(Thread::join);
    lookout
}
