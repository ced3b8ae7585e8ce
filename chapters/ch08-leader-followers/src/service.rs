//! What every stage is handed besides the listener.

use std::sync::Arc;

use ch01_thread_per_connection::ledger::Ledger;
use ch05_two_phase_termination::StopHandle;

use crate::config::Config;

/// What every stage is handed besides the listener.
pub struct Service {
    /// How to serve.
    pub config: Config,
    /// Both orders to stop. `graceful` may have been given before the stage runs.
    pub stop: StopHandle,
    /// The books: every connection has a page in them.
    pub ledger: Arc<Ledger>,
}
