//! This chapter's exercises. A stub that still waits may leave its parameters unused.

#[cfg_attr(waiting = "async_echo", allow(unused))]
pub mod async_echo;

#[cfg_attr(waiting = "idle_timeout", allow(unused))]
pub mod idle_timeout;

#[cfg_attr(waiting = "off_load", allow(unused))]
pub mod off_load;
