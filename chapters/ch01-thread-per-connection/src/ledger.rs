//! The ledger: which connections are alive, and how the others ended.
//!
//! The server keeps no list of threads to join: such a list would grow with every client that ever
//! came. It keeps a count. Each connection holds a [`Page`]; when the page goes, so does one of the
//! count, and whoever waits for the last one hears of it.

use std::mem;
use std::thread;

use crate::report::{Outcome, Report};
use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The books of a server, shared by the acceptor and all connections: a Monitor Object.
#[derive(Default)]
pub struct Ledger {
    books: Mutex<Books>,
    /// Signalled when `alive` falls to zero, the only change that anybody waits for.
    all_ended: Condvar,
}

/// Invariant: connections opened = `alive` + served + broken + panicked + refused.
#[derive(Default)]
struct Books {
    alive: u64,
    report: Report,
}

impl Ledger {
    /// Opens a page for a new connection, on the acceptor's thread: counted before its own thread
    /// exists, it cannot be missed by `wait_until_all_ended`.
    pub fn open(self: &Arc<Self>) -> Page {
        self.lock().alive += 1;
        Page { ledger: Arc::clone(self), outcome: None }
    }

    /// Counts a failed accept.
    pub fn accept_failed(&self) {
        self.lock().report.accept_errors += 1;
    }

    /// Connections alive, and the sums of those that have ended.
    pub fn so_far(&self) -> (u64, Report) {
        let books = self.lock();
        (books.alive, books.report)
    }

    /// Waits until no connection is alive, and returns the sums.
    pub fn wait_until_all_ended(&self) -> Report {
        let mut books = self.lock();
        // Looked at under the lock that `end` changes it under: the last one's signal comes either
        // before this look, and then there is nothing to wait for, or to a thread that waits.
        while books.alive > 0 {
            books = self.all_ended.wait(books).unwrap_or_else(PoisonError::into_inner);
        }
        books.report
    }

    fn end(&self, outcome: Outcome) {
        let mut books = self.lock();
        books.alive -= 1;
        books.report.count(outcome);
        if books.alive == 0 {
            self.all_ended.notify_all();
        }
    }

    /// Nothing panics between two changes of the books, so a poisoned lock still holds true ones.
    fn lock(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One connection's page in the ledger. Dropping it ends the connection in the books, also when
/// its thread panics or never came to be.
pub struct Page {
    ledger: Arc<Ledger>,
    outcome: Option<Outcome>,
}

impl Page {
    /// Ends the connection with `outcome`.
    pub fn close(mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let unclosed = || if thread::panicking() { Outcome::Panicked } else { Outcome::Refused };
        let outcome = mem::take(&mut self.outcome).unwrap_or_else(unclosed);
        self.ledger.end(outcome);
    }
}
