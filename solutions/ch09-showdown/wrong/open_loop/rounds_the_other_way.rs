//! Wrong answer to exercise 9.2: takes no care that intended times are rounded down.
//!
//! looked right: It is right for every rate that divides a thousand million.
//! caught by: open_loop_contract::a_request_meant_for_now_is_due
//! diagnosis: at its time

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
        let nanos = u128::from(k % self.rate) * 1_000_000_000 / u128::from(self.rate);
        Duration::new(k / self.rate, u32::try_from(nanos).expect("less than a second"))
    }

    /// How many requests should have been sent when so much time has passed.
    pub fn due(&self, passed: Duration) -> u64 {
        // `intended` is rounded down, so k is due as soon as k / rate is below the next nanosecond.
        let whole = passed.as_nanos() * u128::from(self.rate);
        u64::try_from(whole / 1_000_000_000 + 1).expect("fewer than 2^64 requests")
    }

    /// The latency of request `k`, answered so much time after the start.
    pub fn latency(&self, k: u64, answered: Duration) -> Duration {
        answered.saturating_sub(self.intended(k))
    }
}

/// The latencies that a client measured who was to ask every `interval`, but waited for each
/// answer; and those that it left out.
pub fn mend(measured: &[Duration], interval: Duration) -> Vec<Duration> {
    assert!(!interval.is_zero(), "the interval must be longer than nothing");
    let mut mended = Vec::with_capacity(measured.len());
    for latency in measured {
        mended.push(*latency);
        let mut left_out = latency.saturating_sub(interval);
        while left_out >= interval {
            mended.push(left_out);
            left_out -= interval;
        }
    }
    mended
}
