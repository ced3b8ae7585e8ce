//! Pauses that double: how an acceptor waits for better times without spinning.

use std::time::Duration;

/// The first pause: long enough to save the processor, short enough that no client notices.
const FIRST: Duration = Duration::from_millis(5);

/// The longest pause: with it the acceptor asks at most once a second, however long it lasts.
const LONGEST: Duration = Duration::from_secs(1);

/// The pauses after one failure, after two in a row, and so on.
#[derive(Debug, Default)]
pub struct Backoff {
    failures_in_a_row: u32,
}

impl Backoff {
    /// Counts a failure and returns the pause to make: twice the one before, up to a second.
    pub fn next_pause(&mut self) -> Duration {
        let doubled = 2_u32.saturating_pow(self.failures_in_a_row);
        self.failures_in_a_row = self.failures_in_a_row.saturating_add(1);
        FIRST.saturating_mul(doubled).min(LONGEST)
    }

    /// After a success: the next failure starts with the shortest pause again.
    pub fn reset(&mut self) {
        self.failures_in_a_row = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_second_and_start_again_after_a_success() {
        let mut backoff = Backoff::default();
        let pauses: Vec<_> = (0..10).map(|_| backoff.next_pause().as_millis()).collect();
        assert_eq!(pauses, [5, 10, 20, 40, 80, 160, 320, 640, 1000, 1000]);
        backoff.reset();
        assert_eq!(backoff.next_pause(), FIRST);
    }
}
