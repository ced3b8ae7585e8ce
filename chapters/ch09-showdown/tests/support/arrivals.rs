//! Requests that come when they come: a pause of the clients, and a service that takes its time.

use std::thread;
use std::time::{Duration, Instant};

/// Waits until a request is due.
pub fn wait_until(due: Instant) {
    thread::sleep(due.saturating_duration_since(Instant::now()));
}

/// Serves a request for so long.
pub fn serve(service: Duration) {
    thread::sleep(service);
}
