//! Who is in flight, and how to wait until nobody is.

use std::convert::Infallible;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, after, bounded, select};

use crate::sleeps::channel::Alarm;
use crate::sync::{Mutex, PoisonError};
use crate::token::StopToken;

/// Something in flight: dropping it says that it has landed.
pub type Guest = Box<dyn Send>;

/// Those in flight: this chapter's own, or the learner's (`--mine`).
pub trait InFlight: Send + Sync {
    /// One more is in flight; `None` once draining has begun.
    fn enter(&self) -> Option<Guest>;

    /// Lets nobody in any more, and waits up to `limit` until nobody is in flight, or until
    /// `hurry` is stopped; says whether nobody is. May be called again.
    fn drain(&self, limit: Duration, hurry: &StopToken) -> bool;
}

/// A channel on which nothing is ever sent. Each guest has a sender; when the last of these is
/// dropped the channel closes, and that is what `drain` waits for. Nobody counts anything.
pub struct Channel {
    /// What `enter` clones. `None` once draining has begun: else the channel would never close.
    guest: Mutex<Option<Sender<Infallible>>>,
    all_gone: Receiver<Infallible>,
}

impl Default for Channel {
    fn default() -> Channel {
        let (guest, all_gone) = bounded(0);
        Channel { guest: Mutex::new(Some(guest)), all_gone }
    }
}

impl InFlight for Channel {
    fn enter(&self) -> Option<Guest> {
        let guest = self.guest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        guest.map(|guest| Box::new(guest) as Guest)
    }

    // ANCHOR: drain
    fn drain(&self, limit: Duration, hurry: &StopToken) -> bool {
        drop(self.guest.lock().unwrap_or_else(PoisonError::into_inner).take());
        let alarm = Alarm::new(hurry);
        // Three sleeps in one: for the last guest, for the alarm, and for the time.
        select! {
            recv(self.all_gone) -> _ => true,
            recv(alarm.rings()) -> _ => false,
            recv(after(limit)) -> _ => false,
        }
    }
    // ANCHOR_END: drain
}
