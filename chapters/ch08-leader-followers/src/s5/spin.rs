//! Looking for events a little longer before sleeping.
//!
//! On an idle core a sleeper is woken some 25 µs after its event. If the next event mostly comes
//! sooner than that, it pays to keep looking. If it does not, the looking is lost, and takes the
//! processor from others: so it must succeed, or is tried more and more rarely.

use std::io;
use std::time::{Duration, Instant};

use ch06_half_sync_half_reactive::demultiplexer::{Batch, Demultiplexer};

/// How long to look at most: about twice what a wake-up takes.
const MOST: Duration = Duration::from_micros(50);

/// Waits without a look between two failures, at most.
const LONGEST_PAUSE: u32 = 256;

/// A leader's habit of looking.
#[derive(Debug, Default)]
pub(super) struct Spin {
    /// Waits until the next look.
    pause: u32,
    /// Failures in a row double the pauses.
    failures: u32,
}

impl Spin {
    /// Looks for events for a while, unless it failed too often lately. `true`: `events` has some.
    pub fn look(&mut self, demux: &Demultiplexer, events: &mut Batch) -> io::Result<bool> {
        if self.pause > 0 {
            self.pause -= 1;
            return Ok(false);
        }
        let begun = Instant::now();
        while begun.elapsed() < MOST {
            demux.wait(events, Some(Duration::ZERO))?;
            if events.iter().next().is_some() {
                self.failures = 0;
                return Ok(true);
            }
        }
        self.fail();
        Ok(false)
    }

    fn fail(&mut self) {
        self.pause = 2_u32.saturating_pow(self.failures).min(LONGEST_PAUSE);
        self.failures = (self.failures + 1).min(LONGEST_PAUSE.ilog2());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_in_vain_become_rare() {
        let demux = Demultiplexer::new().expect("a descriptor");
        let (mut spin, mut events) = (Spin::default(), Batch::with_capacity(1));
        let mut pauses = Vec::new();
        for _ in 0..10 {
            assert!(!spin.look(&demux, &mut events).expect("no error"));
            pauses.push(spin.pause);
            for _ in 0..spin.pause {
                assert!(!spin.look(&demux, &mut events).expect("no error"));
            }
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 256]);
    }
}
