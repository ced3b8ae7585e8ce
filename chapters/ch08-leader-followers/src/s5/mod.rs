//! Stage 5: the leader works under a lease.

mod client;
pub mod cost;
mod deadlines;
mod door;
pub mod handles;
pub mod lease;
mod reactor;
mod serving;
mod spin;
mod thread;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use ch05_two_phase_termination::Report;

use crate::crew;
use crate::service::Service;

use reactor::Reactor;
pub use thread::WATCHER;

/// Serves on `listener` until the service is stopped, or its connections have come and gone.
///
/// # Errors
/// If not all threads are to be had, or serving came to an end by an error.
pub fn run(listener: TcpListener, service: Service) -> io::Result<Report> {
    let threads = service.config.threads;
    crew::run(&Arc::new(Reactor::new(listener, service)?), threads)
}
