//! A thread that waits in a poller, for events of many sockets at once.
//!
//! A poller has a wake-up of its own, and it keeps one that comes before the wait. Here it stands
//! alone; from chapter 6 on, sockets are registered with it as well.

use std::io;
use std::time::Duration;

use polling::{Events, Poller};

use crate::sync::Arc;
use crate::token::{OnStop, StopToken};

/// A poller whose wait ends once the token is stopped.
pub struct StoppablePoller {
    poller: Arc<Poller>,
    stop: StopToken,
    _wake: OnStop,
}

impl StoppablePoller {
    /// Makes a poller stoppable.
    pub fn new(poller: Arc<Poller>, stop: &StopToken) -> StoppablePoller {
        let wake = stop.on_stop({
            let poller = Arc::clone(&poller);
            // It fails only when the poller itself is unusable, and then its wait fails too.
            move || drop(poller.notify())
        });
        StoppablePoller { poller, stop: stop.clone(), _wake: wake }
    }

    /// The poller itself: to register sockets, or to notify its thread of something else.
    pub fn poller(&self) -> &Arc<Poller> {
        &self.poller
    }

    /// Waits for events, up to `limit`, and returns how many there are: none if the limit was up or
    /// the poller was notified. `None`: the token is stopped.
    ///
    /// # Errors
    /// What the poller says.
    // ANCHOR: wait
    pub fn wait(&self, events: &mut Events, limit: Option<Duration>) -> io::Result<Option<usize>> {
        if self.stop.is_stopped() {
            return Ok(None);
        }
        let count = self.poller.wait(events, limit)?;
        // One wake-up stands for several reasons, so the reason is asked for.
        Ok((!self.stop.is_stopped()).then_some(count))
    }
    // ANCHOR_END: wait
}
