//! The look-out of a model: where the leader waits for events, and where they are handled. It holds
//! every thread set to the pattern's promises.

use crate::sync::{Condvar, Mutex, MutexGuard};
use modelling::tell;

/// A thread set as the models see it.
pub trait Turns: Send + Sync + 'static {
    /// One turn of a thread: it becomes what it is to be, and does that. `false`: it is dismissed.
    fn turn(&self, thread: usize, post: &Post) -> bool;
    /// Dismisses all.
    fn close(&self);
}

/// Where the leader waits, and what has come of the events.
pub struct Post {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Events that have yet to come.
    left: usize,
    came: usize,
    /// What happens when none is left: the leader is told so, or it waits for a stop.
    waits_at_the_end: bool,
    stopped: bool,
    /// Threads that wait for an event at this moment.
    watching: usize,
    began: Vec<usize>,
    done: Vec<usize>,
    /// This event is not done before that one has begun.
    after: Option<(usize, usize)>,
}

impl Post {
    /// So many events come; then the leader is told that there are no more.
    pub fn with_events(left: usize) -> Post {
        let state = State {
            left,
            came: 0,
            waits_at_the_end: false,
            stopped: false,
            watching: 0,
            began: Vec::new(),
            done: Vec::new(),
            after: None,
        };
        Post { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The first event's handler waits for the second's.
    pub fn with_a_rendezvous(mut self) -> Post {
        self.state.get_mut().unwrap().after = Some((1, 2));
        self
    }

    /// When no event is left, the leader waits until it is stopped.
    pub fn with_a_stop(mut self) -> Post {
        self.state.get_mut().unwrap().waits_at_the_end = true;
        self
    }

    /// Waits for an event, as the leader. `None`: no more will come.
    pub fn watch(&self) -> Option<usize> {
        let mut state = self.lock();
        assert_eq!(state.watching, 0, "two threads wait for events: there are two leaders");
        state.watching = 1;
        drop(state); // others may come in here, if they can
        let mut state = self.lock();
        while state.left == 0 && state.waits_at_the_end && !state.stopped {
            tell("waits for a stop");
            state = self.changed.wait(state).unwrap();
        }
        state.watching = 0;
        if state.left == 0 {
            return None;
        }
        state.left -= 1;
        state.came += 1;
        tell(format!("sees event {}", state.came));
        Some(state.came)
    }

    /// Handles an event.
    pub fn handle(&self, event: usize) {
        let mut state = self.lock();
        tell(format!("begins with event {event}"));
        assert!(!state.began.contains(&event), "event {event} is handled twice");
        state.began.push(event);
        self.changed.notify_all();
        if let Some((first, second)) = state.after.filter(|(first, _)| *first == event) {
            while !state.began.contains(&second) {
                tell(format!("event {first} waits for event {second}"));
                state = self.changed.wait(state).unwrap();
            }
        }
        state.done.push(event);
    }

    /// Ends the leader's wait.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    /// Every event that was to come was handled.
    pub fn assert_all_done(&self, events: usize) {
        let mut state = self.lock();
        state.done.sort_unstable();
        assert_eq!(state.done, (1..=events).collect::<Vec<_>>(), "the events that were handled");
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}
