//! A thread that parks.
//!
//! `park` may return for any reason: a wake-up meant for something else, one left over from an
//! earlier wait, or none at all. So it is only ever a hint to look again.

use std::marker::PhantomData;

use crate::sync::thread::{current, park};
use crate::token::{OnStop, StopToken, Stopped};

/// The current thread's parking place. It stays with the thread that made it.
pub struct Parking<'a> {
    stop: &'a StopToken,
    strays: u64,
    _wake: OnStop,
    /// Not `Send`: the wake-up goes to the thread that made this.
    _of_this_thread: PhantomData<*const ()>,
}

impl<'a> Parking<'a> {
    /// From now on a stop unparks the current thread.
    pub fn new(stop: &'a StopToken) -> Parking<'a> {
        let sleeper = current();
        let wake = stop.on_stop(move || sleeper.unpark());
        Parking { stop, strays: 0, _wake: wake, _of_this_thread: PhantomData }
    }

    /// Parks until `ready`. Whoever makes it ready unparks the thread afterwards.
    ///
    /// # Errors
    /// [`Stopped`], if that comes first.
    // ANCHOR: wait
    pub fn wait_until(&mut self, ready: impl Fn() -> bool) -> Result<(), Stopped> {
        let mut woken = false;
        loop {
            if self.stop.is_stopped() {
                return Err(Stopped);
            }
            if ready() {
                return Ok(());
            }
            // Woken, and for nothing. `park` has consumed the stray, so the next one sleeps again.
            self.strays += u64::from(woken);
            park();
            woken = true;
        }
    }
    // ANCHOR_END: wait

    /// Wake-ups for nothing so far: many of them are somebody's mistake.
    pub fn strays(&self) -> u64 {
        self.strays
    }
}
