//! Wrong answer to exercise 8.4c: each thread accepts whenever it is free.
//!
//! looked right: Each client is accepted once and served once, and at the same time as others.
//! caught by: hunt_forgotten_client_model::each_client_is_served_once
//! diagnosis: threads that wait for a client at a time

use crate::sync::{Arc, Condvar, Mutex, PoisonError, thread};

/// Where clients come from.
pub trait Listener: Send + Sync + 'static {
    /// One of them.
    type Client: Client;

    /// Waits for the next client.
    fn accept(&self) -> Accepted<Self::Client>;
}

/// Somebody who waits for an answer.
pub trait Client: Send + 'static {
    /// Answers, however long that takes.
    fn serve(self);
}

/// What comes of waiting for a client.
pub enum Accepted<C> {
    /// A client.
    Client(C),
    /// Not this time: too many open files, or the client has gone already.
    Failed,
    /// No client will come any more.
    Closed,
}

/// Serves until the listener is closed: whoever leads waits for clients, the main thread as well.
pub fn run<L: Listener>(listener: L, followers: usize) {
    let state = Mutex::new(State { led: false, closed: false });
    let set = Arc::new(ThreadSet { listener, state, vacant: Condvar::new() });
    let others: Vec<_> = (0..followers)
        .map(|_| {
            let set = Arc::clone(&set);
            thread::spawn(move || set.work())
        })
        .collect();
    set.work();
    for other in others {
        // If a client's handler has panicked, that was shown when it happened.
        let _ = other.join();
    }
}

struct ThreadSet<L> {
    listener: L,
    state: Mutex<State>,
    /// Signalled when leadership is vacant, and when there is nothing more to lead.
    vacant: Condvar,
}

/// What the threads must agree upon. A signal that nobody waits for loses nothing: it is in here.
struct State {
    /// A thread waits for a client.
    led: bool,
    /// No client will come any more.
    closed: bool,
}

impl<L: Listener> ThreadSet<L> {
    /// What each thread does: leads, promotes, serves.
    fn work(&self) {
        while self.lead() {
            // Without the lock: that only this thread accepts is written down in `led`.
            let accepted = self.listener.accept();
            self.promote(matches!(accepted, Accepted::Closed));
            if let Accepted::Client(client) = accepted {
                client.serve();
            }
        }
    }

    /// Follows until this thread leads; `false` if there is nothing more to lead.
    fn lead(&self) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while false {
            state = self.vacant.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.led = !state.closed;
        state.led
    }

    fn promote(&self, closed: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = State { led: false, closed };
        if closed {
            self.vacant.notify_all();
        } else {
            self.vacant.notify_one();
        }
    }
}
