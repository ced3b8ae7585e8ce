//! A sink that keeps entries, and lets a test or a demo wait for one.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::kept;
use super::{Entry, Sink, What};

/// How long `wait_for` waits before it gives up: far longer than any gated step takes, so that
/// only a real hang meets it.
const PATIENCE: Duration = Duration::from_secs(20);

/// Entries kept in memory; clones share them.
#[derive(Clone)]
pub struct Memory {
    shared: Arc<Shared>,
}

#[derive(Default)]
pub(super) struct Shared {
    /// Only `record` pushes; a push wakes everybody in `wait_for`.
    entries: Mutex<Vec<Entry>>,
    grown: Condvar,
}

impl Memory {
    /// An empty memory; the watchdog shows it if the thread that made it hangs.
    #[expect(clippy::new_without_default, reason = "making one is noted under the thread")]
    pub fn new() -> Memory {
        let shared = Arc::default();
        kept::keep(&shared);
        Memory { shared }
    }

    pub(super) fn of(shared: Arc<Shared>) -> Memory {
        Memory { shared }
    }

    /// A copy of all entries so far, in order.
    pub fn entries(&self) -> Vec<Entry> {
        self.lock().clone()
    }

    /// Waits until `thread` has noted `state`, now or in the past, and returns that entry.
    ///
    /// # Panics
    /// After 20 s without such an entry, with all entries there are.
    pub fn wait_for_state(&self, thread: &str, state: &str) -> Entry {
        let wanted = What::State(state.to_owned());
        let story = format!("{thread}: [{state}]");
        self.wait_for(&story, |entry| &*entry.thread == thread && entry.what == wanted)
    }

    /// Waits until an entry is `wanted`, now or in the past, and returns the first such entry.
    ///
    /// # Panics
    /// After 20 s without such an entry; the text names `story`, what was waited for.
    pub fn wait_for(&self, story: &str, wanted: impl Fn(&Entry) -> bool) -> Entry {
        self.wait_for_nth(1, story, wanted)
    }

    /// Waits until `count` entries are `wanted` and returns the last of these.
    ///
    /// # Panics
    /// As [`Memory::wait_for`].
    pub fn wait_for_nth(
        &self,
        count: usize,
        story: &str,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Entry {
        self.wait_until(story, |entries| {
            entries.iter().filter(|entry| wanted(entry)).nth(count - 1).cloned()
        })
    }

    /// Waits until `look`, shown all entries so far, finds something, and returns that.
    ///
    /// # Panics
    /// As [`Memory::wait_for`].
    pub fn wait_until<T>(&self, story: &str, look: impl Fn(&[Entry]) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        let mut entries = self.lock();
        loop {
            // Entries are looked at under the lock that `record` pushes under: an entry that comes
            // after this look wakes the wait below.
            if let Some(found) = look(&entries) {
                return found;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                panic!(
                    "waited {PATIENCE:?} for `{story}`; the journal has:\n{}",
                    story_of(&entries)
                );
            }
            let woken = self.shared.grown.wait_timeout(entries, left);
            entries = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A panicking reader leaves the entries whole: reading and pushing goes on.
    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.shared.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sink for Memory {
    fn record(&mut self, entry: &Entry) {
        self.lock().push(entry.clone());
        self.shared.grown.notify_all();
    }
}

fn story_of(entries: &[Entry]) -> String {
    entries.iter().map(|entry| format!("  {entry}\n")).collect()
}
