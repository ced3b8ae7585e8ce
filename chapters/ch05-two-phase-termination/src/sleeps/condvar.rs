//! A thread that waits for somebody else's condition variable.
//!
//! It sleeps under *their* mutex, and the token's flag is not under that. So whoever stops must go
//! through their mutex as well. Without it the signal may come after the sleeper has seen "not
//! stopped" and before it sleeps: a condition variable keeps no signal for later, and it is lost.

use crate::sync::{Arc, Condvar, Mutex, PoisonError};
use crate::token::{StopToken, Stopped};

/// Waits until `look`, called under their mutex, finds what it looks for.
///
/// # Errors
/// [`Stopped`], if that comes first.
// ANCHOR: wait
pub fn wait_for<T: Send + 'static, R>(
    stop: &StopToken,
    theirs: &Arc<(Mutex<T>, Condvar)>,
    mut look: impl FnMut(&mut T) -> Option<R>,
) -> Result<R, Stopped> {
    // Before the mutex is taken: if the token is stopped already, the waker runs here, and takes
    // it.
    let _wake = stop.on_stop({
        let theirs = Arc::clone(theirs);
        move || {
            // Nothing to change, only to pass: whoever has asked the token before it was stopped
            // sleeps by the time the mutex is free.
            drop(theirs.0.lock());
            theirs.1.notify_all();
        }
    });
    let (state, changed) = &**theirs;
    // Whether a poisoned state is whole is for `look` to judge: it is their state.
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if stop.is_stopped() {
            return Err(Stopped);
        }
        if let Some(found) = look(&mut state) {
            return Ok(found);
        }
        state = changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}
// ANCHOR_END: wait
