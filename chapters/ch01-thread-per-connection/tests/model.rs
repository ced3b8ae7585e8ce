//! The ledger under a scheduler that tries many orders.

mod sync {
    pub(crate) use shuttle::sync::atomic::{AtomicU32, Ordering};
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
}

#[path = "predict/count.rs"]
mod count;
#[path = "../src/ledger.rs"]
#[allow(dead_code)]
mod ledger;
#[path = "../src/report.rs"]
#[allow(dead_code)]
mod report;

use ledger::Ledger;
use modelling::{explore, tell, thread};
use report::Outcome;
use sync::Arc;

#[test]
fn whoever_waits_for_the_last_connection_hears_of_its_end() {
    explore(|| {
        let ledger: Arc<Ledger> = Arc::default();
        let pages: Vec<_> = (0..2).map(|_| ledger.open()).collect();
        for (number, page) in pages.into_iter().enumerate() {
            let _ = thread(format!("connection-{number}"), move || {
                tell("ends");
                page.close(Outcome::Served { bytes: 1 });
            });
        }
        tell("waits for the last");
        let report = ledger.wait_until_all_ended();
        assert_eq!((report.served, report.bytes), (2, 2), "both are counted by then");
    });
}

#[test]
fn a_connection_that_never_got_a_thread_is_counted_as_refused() {
    explore(|| {
        let ledger: Arc<Ledger> = Arc::default();
        let page = ledger.open();
        let _ = thread("connection", move || drop(page));
        assert_eq!(ledger.wait_until_all_ended().refused, 1);
    });
}
