//! How many threads run, and whether one more may.

use std::fmt;
use std::io;

use crate::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Counts threads that run; clones share the count.
#[derive(Clone, Debug, Default)]
pub struct Running {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    count: Mutex<usize>,
    /// Signalled when `count` falls to zero.
    none: Condvar,
}

impl Running {
    /// Threads that run now.
    pub fn count(&self) -> usize {
        *self.shared.lock()
    }

    /// Waits until no thread runs any more.
    pub fn wait_until_none(&self) {
        let mut count = self.shared.lock();
        while *count > 0 {
            count = self.shared.none.wait(count).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes a place among at most `most`: looked at and taken under one lock.
    ///
    /// # Errors
    /// `QuotaExceeded` if all places are taken.
    pub fn enter(&self, most: Option<usize>) -> io::Result<Place> {
        let mut count = self.shared.lock();
        if let Some(most) = most.filter(|most| *count >= *most) {
            return Err(io::Error::new(io::ErrorKind::QuotaExceeded, AtTheCap(most)));
        }
        *count += 1;
        Ok(Place { shared: Arc::clone(&self.shared) })
    }
}

impl Shared {
    /// Nothing panics under this lock: a poisoned one still holds the right count.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running thread's place; dropping it frees the place.
pub struct Place {
    shared: Arc<Shared>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut count = self.shared.lock();
        *count -= 1;
        if *count == 0 {
            self.shared.none.notify_all();
        }
    }
}

#[derive(Debug)]
struct AtTheCap(usize);

impl fmt::Display for AtTheCap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at the cap of {} thread(s)", self.0)
    }
}

impl std::error::Error for AtTheCap {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_its_thread_has_ended() {
        let running = Running::default();
        let place = running.enter(Some(1)).expect("one place is free");
        let refusal = running.enter(Some(1)).err().expect("no place is free");
        assert_eq!(refusal.to_string(), "at the cap of 1 thread(s)");
        drop(place);
        assert_eq!(running.count(), 0);
        running.enter(Some(1)).expect("the place is free again");
    }
}
