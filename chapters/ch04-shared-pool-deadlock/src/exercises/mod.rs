//! This chapter's exercises. A stub that still waits may leave its parameters unused.

#[cfg_attr(waiting = "latch", allow(unused))]
pub mod latch;

#[cfg_attr(waiting = "will_deadlock", allow(unused))]
pub mod will_deadlock;

#[cfg_attr(waiting = "find_cycle", allow(unused))]
pub mod find_cycle;

#[cfg_attr(waiting = "helping_wait", allow(unused))]
pub mod helping_wait;
