//! The same models with condition variables that wake for nothing, as real ones may.

mod sync {
    pub(crate) use shuttle::sync::{Mutex, MutexGuard, PoisonError};
    use std::sync::LockResult;
    use std::time::Duration;

    use modelling::WaitTimeoutResult;

    /// Wakes its waiters at any time, without a signal, and does not say so.
    #[derive(Default)]
    pub(crate) struct Condvar(modelling::Condvar);

    impl Condvar {
        pub fn new() -> Condvar {
            Condvar::default()
        }

        pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> LockResult<MutexGuard<'a, T>> {
            match self.0.wait_timeout(guard, Duration::from_nanos(1)) {
                Ok((guard, _)) => Ok(guard),
                Err(poisoned) => Ok(poisoned.into_inner().0),
            }
        }

        pub fn wait_timeout<'a, T>(
            &self,
            guard: MutexGuard<'a, T>,
            limit: Duration,
        ) -> LockResult<(MutexGuard<'a, T>, WaitTimeoutResult)> {
            self.0.wait_timeout(guard, limit)
        }

        pub fn notify_one(&self) {
            self.0.notify_one();
        }

        pub fn notify_all(&self) {
            self.0.notify_all();
        }
    }
}

#[path = "models/ours.rs"]
#[allow(dead_code)]
mod ours;
#[path = "../src/s3/outcome.rs"]
mod outcome;
#[path = "../src/s3/policy.rs"]
mod policy;
#[path = "models/post.rs"]
mod post;
#[path = "models/promises.rs"]
#[allow(dead_code)]
mod promises;
#[path = "../src/role.rs"]
mod role;
#[path = "../src/s2/thread_set.rs"]
#[allow(dead_code)]
mod s2_thread_set;
#[path = "../src/s3/thread_set.rs"]
#[allow(dead_code)]
mod thread_set;

use ours::{fifo, handing_off, s2};
use promises::{a_stop_reaches_everybody, each_event_is_handled_once};

#[test]
fn s2_takes_no_wake_up_for_a_promotion() {
    each_event_is_handled_once(2, s2);
}

#[test]
fn s3_takes_no_wake_up_for_an_order() {
    each_event_is_handled_once(2, fifo);
    each_event_is_handled_once(2, handing_off);
}

#[test]
fn nobody_goes_before_it_is_dismissed() {
    a_stop_reaches_everybody(s2);
    a_stop_reaches_everybody(fifo);
}
