//! Signals, in one place: Ctrl-C, and the polite kill of service managers.
//!
//! A signal handler may do next to nothing: it may have interrupted its own thread inside a lock.
//! The ctrlc crate lets it write one byte into a pipe, and has a thread read that; so what is
//! called here is on an ordinary thread and may take locks.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

use crate::handle::StopHandle;

/// SIGINT, SIGTERM and SIGHUP, or Ctrl-C and its kin on Windows: the first one stops gracefully,
/// every further one stops now.
///
/// # Errors
/// If the process has such a handler already.
// ANCHOR: on_signals
pub fn stop_on_signals(handle: StopHandle) -> anyhow::Result<()> {
    let again = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        // Relaxed: only the one thread of the handler comes here.
        match again.swap(true, Ordering::Relaxed) {
            false => handle.stop(),
            true => handle.stop_now(),
        }
    })
    .context("cannot listen for Ctrl-C")
}
// ANCHOR_END: on_signals
