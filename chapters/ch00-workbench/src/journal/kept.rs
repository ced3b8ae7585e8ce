//! Which memories a thread has made, so that the watchdog can show their stories.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::memory::{Memory, Shared};

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// The memories made by one thread; the list grows on while others look at it.
#[derive(Clone, Default)]
pub struct Kept {
    /// Weak, so that being listed keeps no journal alive.
    list: Arc<Mutex<Vec<Weak<Shared>>>>,
}

impl Kept {
    /// The memories that somebody still holds.
    pub fn alive(&self) -> Vec<Memory> {
        let list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        list.iter().filter_map(Weak::upgrade).map(Memory::of).collect()
    }
}

/// The memories that the current thread has made and will make.
pub fn kept_by_this_thread() -> Kept {
    KEPT.with_borrow(Kept::clone)
}

/// Lists a new memory under the current thread.
pub(super) fn keep(memory: &Arc<Shared>) {
    KEPT.with_borrow(|kept| {
        let mut list = kept.list.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|memory| memory.strong_count() > 0);
        list.push(Arc::downgrade(memory));
    });
}
