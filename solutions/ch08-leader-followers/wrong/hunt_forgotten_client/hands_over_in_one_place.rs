//! Wrong answer to exercise 8.4c: the main thread accepts all clients, and lays each in the one place where a follower looks.
//!
//! looked right: One accept per client, nothing is served under the lock, and no signal is lost.
//! caught by: hunt_forgotten_client_model::each_client_is_served_once
//! diagnosis: clients that were served, of those who came

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

/// Serves until the listener is closed: the main thread accepts, the others serve.
pub fn run<L: Listener>(listener: L, followers: usize) {
    let state = Mutex::new(State { client: None, closed: false });
    let place = Arc::new(Place { state, changed: Condvar::new() });
    let others: Vec<_> = (0..followers)
        .map(|_| {
            let place = Arc::clone(&place);
            thread::spawn(move || follow(&place))
        })
        .collect();
    loop {
        let accepted = listener.accept();
        let mut state = place.state.lock().unwrap_or_else(PoisonError::into_inner);
        match accepted {
            Accepted::Client(client) => state.client = Some(client),
            Accepted::Failed => {}
            Accepted::Closed => break state.closed = true,
        }
        place.changed.notify_one();
    }
    place.changed.notify_all();
    for other in others {
        let _ = other.join();
    }
}

struct Place<C> {
    state: Mutex<State<C>>,
    changed: Condvar,
}

struct State<C> {
    client: Option<C>,
    closed: bool,
}

/// What a follower does.
fn follow<C: Client>(place: &Place<C>) {
    loop {
        let mut state = place.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.client.is_none() && !state.closed {
            state = place.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let Some(client) = state.client.take() else { return };
        drop(state);
        client.serve();
    }
}
