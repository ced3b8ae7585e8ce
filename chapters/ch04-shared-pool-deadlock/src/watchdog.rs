//! The watchdog: looks from time to time whether anything moves, and if nothing does, judges.
//!
//! Time only decides *when* to look. What is said rests on the graph, so a pool that is slow, or a
//! machine that is, never sets it off; and a pool that hangs is found at the second look.

use std::io;
use std::time::Duration;

use crate::books::Books;
use crate::dump::Dump;
use crate::registry::Registry;
use crate::sync::{Arc, Condvar, Mutex, PoisonError, thread};
use crate::verdict::FindCycle;

/// Between two looks: so short that a reader need not wait, and so long that the looks, some
/// microseconds each, cost nothing. A server in earnest would take seconds.
pub const INTERVAL: Duration = Duration::from_millis(150);

/// A watchdog on a thread of its own. Dropping it ends the watch, at once.
pub struct Watchdog {
    state: Arc<State>,
    thread: Option<thread::JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    /// Only ever goes from `false` to `true`; signalled then.
    over: Mutex<bool>,
    ends: Condvar,
}

impl Watchdog {
    /// Watches over everything in the registry, and calls `bark` with each hang it finds, once.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn start(
        registry: &Registry,
        interval: Duration,
        find_cycle: FindCycle,
        bark: impl FnMut(Dump) + Send + 'static,
    ) -> io::Result<Watchdog> {
        let state = Arc::new(State::default());
        let (theirs, registry) = (Arc::clone(&state), registry.clone());
        let mut watch = Watch::new(find_cycle, bark);
        let thread = thread::Builder::new().name("watchdog".to_owned()).spawn(move || {
            while theirs.wait(interval) {
                watch.look(registry.look());
            }
        })?;
        Ok(Watchdog { state, thread: Some(thread) })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        *self.state.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.state.ends.notify_all();
        // It looks and tells, and waits for nobody: so it ends soon.
        let _ = self.thread.take().map(thread::JoinHandle::join);
    }
}

impl State {
    /// Waits for the next look; `false`: there is none.
    fn wait(&self, interval: Duration) -> bool {
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        // Woken too early, it looks too early, and that does no harm.
        let woken = if *over { return false } else { self.ends.wait_timeout(over, interval) };
        !*woken.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// What a watchdog remembers from one look to the next.
pub struct Watch<F> {
    find_cycle: FindCycle,
    bark: F,
    /// The steps at the last look, and whether that standstill has been judged.
    last: Option<(u64, bool)>,
}

impl<F: FnMut(Dump)> Watch<F> {
    /// A watch that has not looked yet.
    pub fn new(find_cycle: FindCycle, bark: F) -> Watch<F> {
        Watch { find_cycle, bark, last: None }
    }

    /// Looks once.
    // ANCHOR: look
    pub fn look(&mut self, books: Books) {
        let steps = books.steps;
        let stands_still = self.last == Some((steps, false));
        let mut judged = self.last == Some((steps, true));
        // Something moved: nothing to judge, and that costs one comparison.
        if stands_still && !books.waits.is_empty() {
            let dump = Dump::of(books, self.find_cycle);
            // Stuck is for good: this standstill need not be judged again until somebody helps.
            judged = dump.stuck.is_some();
            if judged {
                (self.bark)(dump);
            }
        }
        self.last = Some((steps, judged));
    }
    // ANCHOR_END: look
}
