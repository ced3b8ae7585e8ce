//! One check for several variants at a time.

use std::fmt::Debug;
use std::panic::resume_unwind;
use std::thread;

/// Checks all `variants` at once, each on a thread with its name: for checks that mostly wait, and
/// look at nothing that the whole process shares.
///
/// # Panics
/// When a check does, with what that check says, once all of them have ended.
///
/// ```
/// use ch00_workbench::testkit::side_by_side;
///
/// side_by_side(["reactor", "proactor"], |mode| assert!(mode.ends_with("actor")));
/// ```
pub fn side_by_side<V>(variants: impl IntoIterator<Item = V>, check: impl Fn(V) + Sync)
where
    V: Debug + Send,
{
    thread::scope(|scope| {
        let check = &check;
        let start = |variant: V| {
            let named = thread::Builder::new().name(format!("{variant:?}"));
            named.spawn_scoped(scope, move || check(variant)).expect("a thread for each variant")
        };
        let checks: Vec<_> = variants.into_iter().map(start).collect();
        // When one has panicked, the scope waits for the rest before that goes further.
        for check in checks {
            check.join().unwrap_or_else(|said| resume_unwind(said));
        }
    });
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::watchdog::within;

    #[test]
    fn all_are_checked_at_once() {
        let all_here = Barrier::new(3);
        let check = |_| {
            all_here.wait();
        };
        within(Duration::from_secs(60), || side_by_side([1, 2, 3], check));
    }

    #[test]
    fn what_a_check_says_comes_out_when_all_have_ended() {
        let ended = AtomicUsize::new(0);
        let check = |number| {
            assert_ne!(number, 1, "not this one");
            ended.fetch_add(1, Ordering::Relaxed);
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| side_by_side([1, 2, 3], check)));
        let said = outcome.expect_err("a check has failed");
        let said = said.downcast::<String>().expect("a message");
        assert!(said.contains("not this one"), "{said}");
        assert_eq!(ended.into_inner(), 2, "the others have ended");
    }
}
