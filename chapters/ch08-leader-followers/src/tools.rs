//! What each thread has for itself, from event to event.

use ch06_half_sync_half_reactive::demultiplexer::Batch;
use ch06_half_sync_half_reactive::exchange::SCRATCH;

/// What each thread has for itself, from event to event: so an event needs no memory.
pub struct Tools {
    /// What a wait has found. It has room for one event: a leader handles one, and leaves the others
    /// to the next leader.
    pub batch: Batch,
    /// What a read brings.
    pub scratch: Vec<u8>,
}

impl Tools {
    /// Tools for one thread, for its whole life.
    #[expect(clippy::new_without_default, reason = "they are made once for each thread")]
    pub fn new() -> Tools {
        Tools { batch: Batch::with_capacity(1), scratch: vec![0; SCRATCH] }
    }
}
