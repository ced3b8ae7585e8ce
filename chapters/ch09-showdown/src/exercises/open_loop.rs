//! Exercise 9.2: coordinated omission, mended
//!
//! A client that waits for each answer before it asks again is polite: while the server stands
//! still for a second, it asks nothing. So that second is one slow answer among thousands, and the
//! percentiles look splendid. The users who would have asked during that second are left out, and
//! just because the server was slow: client and server have *coordinated the omission*.
//!
//! There are two cures, and you write both. An [`OpenLoop`] asks by the clock, and measures from
//! when a request *should* have been sent. [`mend`] repairs what a polite client has measured, by
//! adding the requests that it left out.
//!
//! What holds when you are done:
//!
//! * Request `k` is meant for `k / rate` seconds after the start, to the nanosecond (rounded down),
//!   also after a thousand million requests: no rounding adds up.
//! * `due` says how many requests are meant for no later than now: request 0 is due at once.
//! * A request's latency counts from when it was meant, however late it was sent.
//! * `mend` keeps every latency. For one longer than the interval it adds what those would have
//!   seen who came meanwhile: one interval less, two less, and so on, as long as that is an
//!   interval or more. What would be less is the polite client's own next request.

use std::time::Duration;

/// Requests at a constant rate, whatever the server does.
#[derive(Clone, Copy, Debug)]
pub struct OpenLoop {
    /// Requests a second; not zero.
    rate: u64,
}

impl OpenLoop {
    /// `rate` requests a second.
    pub fn new(rate: u64) -> OpenLoop {
        assert!(rate > 0, "without requests there is nothing to measure");
        OpenLoop { rate }
    }

    /// When request `k` (from 0) is to be sent, counted from the start.
    pub fn intended(&self, k: u64) -> Duration {
        todo!("exercise 9.2: k / rate seconds, and no rounding error that grows with k")
    }

    /// How many requests should have been sent when so much time has passed.
    pub fn due(&self, passed: Duration) -> u64 {
        todo!("exercise 9.2: all k with intended(k) <= passed")
    }

    /// The latency of request `k`, answered so much time after the start.
    pub fn latency(&self, k: u64, answered: Duration) -> Duration {
        todo!("exercise 9.2: since when does its user wait?")
    }
}

/// The latencies that a client measured who was to ask every `interval`, but waited for each
/// answer; and those that it left out.
pub fn mend(measured: &[Duration], interval: Duration) -> Vec<Duration> {
    assert!(!interval.is_zero(), "the interval must be longer than nothing");
    todo!("exercise 9.2: for each long latency, who else would have waited, and how long?")
}
