//! Seats: how many connections are served at once, where that number is a bound.

use crossbeam_channel::{Receiver, Sender, bounded};

/// Seats for connections that are served at once; who has none waits in front of accept.
pub(crate) struct Seats {
    /// A channel that is full of those who have a seat.
    taken: Sender<()>,
    free: Receiver<()>,
}

/// A seat; dropping it frees it.
pub(crate) struct Seat(Receiver<()>);

impl Seats {
    /// Seats for `count`, all free.
    pub fn new(count: usize) -> Seats {
        let (taken, free) = bounded(count);
        Seats { taken, free }
    }

    /// Takes a seat; waits for one.
    pub fn take(&self) -> Seat {
        self.taken.send(()).expect("the other end is in here, too");
        Seat(self.free.clone())
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        // There is one in it for each seat taken, so this does not fail.
        let _ = self.0.try_recv();
    }
}
