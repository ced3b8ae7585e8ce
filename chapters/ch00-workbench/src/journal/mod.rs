//! The journal: threads note their states and say what they do, and sinks show it.
//!
//! A [`Journal`] is a cheap handle that every thread gets a clone of. One lock orders the entries,
//! so all sinks see the same story in the same order. A journal that is off costs one branch: the
//! text of an entry is made in a closure that is never called.

mod console;
mod curtain;
mod entry;
mod kept;
mod memory;
mod trace;

pub use console::Console;
pub use curtain::Curtain;
pub use entry::{Entry, What};
pub(crate) use kept::kept_by_this_thread;
pub use memory::Memory;
pub use trace::TraceFile;

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

/// Where entries go: the console, memory, a trace file.
pub trait Sink: Send {
    /// Takes one entry. Called under the journal's lock, so entries come one at a time, in order.
    fn record(&mut self, entry: &Entry);
}

/// A handle to the journal; clones write to the same one.
///
/// ```
/// use ch00_workbench::{Journal, Memory};
///
/// let memory = Memory::new();
/// let journal = Journal::to(vec![Box::new(memory.clone())]);
/// journal.state("idle");
/// journal.say(|| format!("{} and {} make {}", 1, 2, 1 + 2));
/// assert_eq!(memory.entries().len(), 2);
/// ```
#[derive(Clone)]
pub struct Journal {
    /// `None`: the journal is off. This is the one branch that a disabled entry costs.
    open: Option<Arc<Open>>,
    /// `Some`: entries carry this name instead of the thread's.
    lane: Option<Arc<str>>,
}

struct Open {
    /// When the first entry was recorded: all times count from there.
    first: OnceLock<Instant>,
    /// The lock orders entries; whoever writes an entry holds it while all sinks take it.
    sinks: Mutex<Vec<Box<dyn Sink>>>,
}

impl Journal {
    /// A journal that records nothing.
    pub fn off() -> Journal {
        Journal { open: None, lane: None }
    }

    /// A journal that writes each entry to all of `sinks`; its clock starts with the first one.
    pub fn to(sinks: Vec<Box<dyn Sink>>) -> Journal {
        let open = Open { first: OnceLock::new(), sinks: Mutex::new(sinks) };
        Journal { open: Some(Arc::new(open)), lane: None }
    }

    /// The same journal, with entries under `lane` instead of the current thread's name: for what
    /// is not a thread of its own, such as a client in a script or a task.
    pub fn named(&self, lane: &str) -> Journal {
        Journal { open: self.open.clone(), lane: Some(Arc::from(lane)) }
    }

    /// Whether entries are recorded at all.
    pub fn is_on(&self) -> bool {
        self.open.is_some()
    }

    // ANCHOR: state
    /// Notes that the current thread is in `state` from now on.
    #[inline]
    pub fn state(&self, state: &str) {
        if let Some(open) = &self.open {
            self.record(open, || What::State(state.to_owned()));
        }
    }

    /// Lets the current thread say `text()`. Off, the closure is not called.
    #[inline]
    pub fn say(&self, text: impl FnOnce() -> String) {
        if let Some(open) = &self.open {
            self.record(open, || What::Message(text()));
        }
    }
    // ANCHOR_END: state

    /// Notes the current thread's end when the returned guard is dropped, also by a panic.
    pub fn end_on_drop(&self) -> EndOnDrop {
        EndOnDrop { journal: self.clone() }
    }

    /// Notes that the current thread does nothing more.
    #[inline]
    pub fn end(&self) {
        if let Some(open) = &self.open {
            self.record(open, || What::End);
        }
    }

    // Out of line with all it needs, the making of the text included, so that the disabled path
    // stays a test and a jump: with any of it inlined, even that path sets up a stack frame.
    #[cold]
    #[inline(never)]
    fn record(&self, open: &Open, what: impl FnOnce() -> What) {
        open.record(self.lane(), what());
    }

    fn lane(&self) -> Arc<str> {
        let of_thread = || Arc::from(thread::current().name().unwrap_or("unnamed"));
        self.lane.clone().unwrap_or_else(of_thread)
    }
}

impl Open {
    fn record(&self, thread: Arc<str>, what: What) {
        let mut sinks = self.lock();
        // The time is taken under the lock: later entries never carry earlier times.
        let now = Instant::now();
        let first = *self.first.get_or_init(|| now);
        let entry = Entry { at: now.duration_since(first), thread, what };
        for sink in sinks.iter_mut() {
            sink.record(&entry);
        }
    }

    /// A sink that panicked has lost at most its own entry: the others go on.
    fn lock(&self) -> MutexGuard<'_, Vec<Box<dyn Sink>>> {
        self.sinks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes a thread's end when dropped: made by [`Journal::end_on_drop`].
#[must_use = "dropped at once, it notes the end at once"]
pub struct EndOnDrop {
    journal: Journal,
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.journal.end();
    }
}
