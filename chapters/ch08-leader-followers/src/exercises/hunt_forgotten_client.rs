//! Exercise 8.4c: bug hunt: the forgotten client
//!
//! This server was published as an example of leader/followers: the main thread waits for clients,
//! and for each of them it signals one of the threads that follow, which serves it. It does answer.
//! But of those who come, half wait for an answer that never comes; it serves one at a time, however
//! many threads it has; and some day it stands still.
//!
//! First hunt. `cargo run -p ch08-leader-followers --example hunt -- forgotten-client` shows four
//! schedules that fail, one for each fault. Predict before you read: who accepts the client that a
//! follower serves? What does it hold meanwhile, and who gives that back if nobody came? And if no
//! follower waits when the signal comes?
//!
//! Then mend. Change all of this file but the traits and the signature of [`run`]:
//!
//! * Each client that comes is accepted once and served once.
//! * At most one thread waits for clients, and never under a lock that somebody needs for serving.
//! * Clients are served at the same time, as far as there are threads: the main thread may be one.
//! * When an accept fails, that is all that happens.
//! * `run` returns when the listener is closed and every client has been served.
//!
//! The locks come from `crate::sync`: the tests run this file with real threads, and under a
//! scheduler that tries many orders.

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
    todo!("exercise 8.4c: hunt the bugs, mend this program, and delete this line");
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
