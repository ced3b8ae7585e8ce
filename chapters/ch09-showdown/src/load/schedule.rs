//! The open loop's timetable: which client sends when, whatever the server does.
//!
//! The clients take turns: message `k` belongs to client `k mod clients`, and its time is `k`
//! intervals after the start. A client whose turn comes while its last message is still under way
//! owes it, and sends it as soon as it can; its latency counts from when its time had come. What
//! is measured so is what Gil Tene calls free of *coordinated omission*: a server that stands still
//! for a second cannot hide that by being asked nothing meanwhile.

use std::time::{Duration, Instant};

/// The timetable of one thread's clients.
pub struct Schedule {
    start: Instant,
    interval_ns: f64,
    clients: u64,
    next: u64,
    /// Messages in all; none has its time after that.
    end: u64,
}

impl Schedule {
    /// `rate` messages a second of so many `clients`, at most `end` messages.
    pub fn new(start: Instant, rate: f64, clients: usize, end: u64) -> Schedule {
        Schedule { start, interval_ns: 1e9 / rate, clients: clients as u64, next: 0, end }
    }

    /// When the next message is due; `None` after the last.
    pub fn next_due(&self) -> Option<Instant> {
        (self.next < self.end).then(|| self.due(self.next))
    }

    // ANCHOR: take
    /// The client whose turn it is, if its time has come, and when that was.
    pub fn take(&mut self, now: Instant) -> Option<(usize, Instant)> {
        let due = self.next_due().filter(|due| *due <= now)?;
        let client = (self.next % self.clients) as usize;
        self.next += 1;
        Some((client, due))
    }
    // ANCHOR_END: take

    /// From one turn of a client to its next.
    pub fn round(&self) -> Duration {
        Duration::from_nanos((self.clients as f64 * self.interval_ns) as u64)
    }

    fn due(&self, message: u64) -> Instant {
        self.start + Duration::from_nanos((message as f64 * self.interval_ns) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_take_turns_at_even_distances() {
        let start = Instant::now();
        let mut schedule = Schedule::new(start, 1_000.0, 3, 5);
        let late = start + Duration::from_secs(1);
        let millis = |n| start + Duration::from_millis(n);
        assert_eq!(schedule.round(), Duration::from_millis(3));
        assert_eq!(schedule.take(start), Some((0, start)));
        assert_eq!(schedule.take(start), None, "it is not its time yet");
        let rest: Vec<_> = std::iter::from_fn(|| schedule.take(late)).collect();
        assert_eq!(rest, [(1, millis(1)), (2, millis(2)), (0, millis(3)), (1, millis(4))]);
        assert_eq!(schedule.next_due(), None);
    }
}
