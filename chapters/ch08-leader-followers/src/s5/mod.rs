//! Stage 5: the leader works under a lease.
//!
//! For a message that takes less than a wake-up, the promotion costs more than the work. So here the
//! leader keeps leadership, and processes what it has found itself: a whole batch, one event after
//! the other, with one wait for all of them. What the promotion was for must still hold, though: a
//! handler that is stuck must not keep the others waiting. Hence the *lease*.
//!
//! 1. The leader waits, claims the handlers of all events that it has found ([`handles`]), and
//!    publishes them as a batch that all threads can see ([`lease`]).
//! 2. It takes them one by one. Nobody is woken, nobody else wants the lock.
//! 3. One of the others is the *watcher*. It wakes at each tick while there are batches. If the
//!    leader has not made a step since the last tick, the watcher deposes it: it takes the number of
//!    the leadership to the next one, takes the rest of the batch, and then waits for events.
//! 4. The deposed thread ends its one event, sees that its number is old, and follows.
//! 5. After some quiet ticks the watcher sleeps for good. The next batch wakes it.
//!
//! And where it pays to promote, the leader does so by itself: when handlers take longer than a
//! wake-up on average ([`cost`]), it calls others to its batch and lets go before it processes; when
//! a handler says that it will take long, at once, as the textbook does.
//!
//! Nobody waits for a stuck handler longer than two ticks, as long as a thread is free; at most one
//! leads; and a handler is with one thread at a time. The idea has parents: the timer thread of
//! [MariaDB's thread pool], which looks whether a group's listener is stuck in a query, and Jetty's
//! [eat what you kill], where a thread that has found a task rather runs it than hands it on.
//!
//! What it does not do: with all threads stuck nobody deposes anybody, as in every stage. And a
//! batch that is quick on average is not shared, though some other core may be idle.
//!
//! [MariaDB's thread pool]: https://github.com/MariaDB/server/blob/060564653d5812b33e3198ecd407b373846532aa/sql/threadpool_generic.cc
//! [eat what you kill]: https://webtide.com/eat-what-you-kill/

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
