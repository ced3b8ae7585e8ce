//! Wrong answer to exercise 8.4c: the program is as it was published.
//!
//! looked right: Clients are answered; who tries it by hand takes the one that is not for a slip and tries again.
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

/// Serves until the listener is closed: the main thread waits for clients, the others follow.
pub fn run<L: Listener>(listener: L, followers: usize) {
    let shared = Arc::new(Shared { listener, monitor: Monitor::default() });
    for _ in 0..followers {
        let shared = Arc::clone(&shared);
        thread::spawn(move || follow(&shared));
    }
    let mut clients = Vec::new();
    loop {
        match shared.listener.accept() {
            Accepted::Client(client) => {
                clients.push(client);
                shared.monitor.lock();
                shared.monitor.signal();
                shared.monitor.unlock();
            }
            Accepted::Failed => {}
            Accepted::Closed => return,
        }
    }
}

struct Shared<L> {
    listener: L,
    monitor: Monitor,
}

/// What a follower does.
fn follow<L: Listener>(shared: &Shared<L>) {
    loop {
        shared.monitor.lock();
        shared.monitor.wait();
        match shared.listener.accept() {
            Accepted::Client(client) => client.serve(),
            Accepted::Failed | Accepted::Closed => return,
        }
        shared.monitor.unlock();
    }
}

/// A mutex and a condition, as C has them: who locks must unlock.
#[derive(Default)]
struct Monitor {
    locked: Mutex<bool>,
    unlocked: Condvar,
    signalled: Condvar,
}

impl Monitor {
    fn lock(&self) {
        let mut locked = self.locked.lock().unwrap_or_else(PoisonError::into_inner);
        while *locked {
            locked = self.unlocked.wait(locked).unwrap_or_else(PoisonError::into_inner);
        }
        *locked = true;
    }

    fn unlock(&self) {
        *self.locked.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.unlocked.notify_one();
    }

    /// Unlocks, waits for a signal, and locks again.
    fn wait(&self) {
        let mut locked = self.locked.lock().unwrap_or_else(PoisonError::into_inner);
        *locked = false;
        self.unlocked.notify_one();
        locked = self.signalled.wait(locked).unwrap_or_else(PoisonError::into_inner);
        while *locked {
            locked = self.unlocked.wait(locked).unwrap_or_else(PoisonError::into_inner);
        }
        *locked = true;
    }

    fn signal(&self) {
        self.signalled.notify_one();
    }
}
