//! A server's stop handle: two orders, the second more urgent than the first.

use crate::token::StopToken;

/// Stops a server, from any thread, as often as one likes. Clones stop the same server.
#[derive(Clone, Default)]
pub struct StopHandle {
    graceful: StopToken,
    now: StopToken,
}

impl StopHandle {
    /// A handle that nobody has used.
    pub fn new() -> StopHandle {
        StopHandle::default()
    }

    /// No new clients; those who are there get what is owed to them. Returns at once: the server's
    /// `run` returns when it is done.
    pub fn stop(&self) {
        self.graceful.stop();
    }

    /// Ends now: what is under way is cut.
    pub fn stop_now(&self) {
        // In this order: whoever sees the second order has been given the first.
        self.graceful.stop();
        self.now.stop();
    }

    /// Stopped by either order.
    pub fn graceful(&self) -> &StopToken {
        &self.graceful
    }

    /// Stopped by [`StopHandle::stop_now`], or by the server itself when its deadline is up.
    pub fn now(&self) -> &StopToken {
        &self.now
    }
}
