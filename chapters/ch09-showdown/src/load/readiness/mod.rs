//! Waiting for many connections at once.
//!
//! On Linux with epoll, edge-triggered: each connection is registered once, and a message then
//! costs no system call but its send, its receive and a share of the wait. Elsewhere with `poll`,
//! which looks at all connections in each wait: right, but slow with thousands of them.

#[cfg(target_os = "linux")]
mod epoll;
#[cfg(not(target_os = "linux"))]
mod poll;

#[cfg(target_os = "linux")]
pub use epoll::Readiness;
#[cfg(not(target_os = "linux"))]
pub use poll::Readiness;

/// Events that one wait brings at most: the more, the cheaper each; but the first of them waits
/// for the last, so not without bound.
const EVENTS: usize = 512;

/// A connection has become ready.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    /// The number it was registered with.
    pub key: usize,
    /// The server has ended its side: nothing comes after what is there.
    pub ended: bool,
}
