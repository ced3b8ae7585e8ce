//! Chapter 5: two-phase termination.
//!
//! A thread is not ended from outside: it is *told* to end, and then ends by itself, at a point
//! where it leaves everything whole. Phase one is to say so; phase two, to wait until it is so. To
//! say so takes a flag, which lasts, and a wake-up, which hurries: one without the other is not
//! enough.
//!
//! Read [`reporter`] first, in its three stages. [`token`] makes a tool of what they teach, and
//! [`sleeps`] shows for every kind of sleep how it is ended. [`termination`] gives chapter 3's pool
//! an orderly end. In [`server`] all of it comes together, with [`handle`] and [`signals`] in
//! front, [`connection`] and [`in_flight`] behind.

#![forbid(unsafe_code)]

pub mod connection;
pub mod exercises;
pub mod handle;
pub mod in_flight;
pub mod report;
pub mod reporter;
pub mod server;
pub mod signals;
pub mod sleeps;
mod sync;
pub mod termination;
pub mod token;
pub mod work;

pub use handle::StopHandle;
pub use report::{Ending, Report};
pub use server::{Config, EchoServer};
pub use signals::stop_on_signals;
pub use termination::StoppablePool;
pub use token::{OnStop, StopToken, Stopped};
