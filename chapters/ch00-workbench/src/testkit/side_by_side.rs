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
        let ended: Vec<_> = checks.into_iter().map(|check| check.join()).collect();
        for end in ended {
            end.unwrap_or_else(|said| resume_unwind(said));
        }
    });
}
