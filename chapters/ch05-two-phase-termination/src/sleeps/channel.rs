//! A thread that receives from a channel.
//!
//! Nobody can reach into a channel and wake its receiver. But a receiver can wait for two channels
//! at once, and the second one is an alarm: nothing is ever sent on it, it only closes. A closed
//! channel stays closed, so this alarm rings for ever, for as many receives as there are.

use std::convert::Infallible;

use crossbeam_channel::{Receiver, bounded, select_biased};

use crate::token::{OnStop, StopToken};

/// A channel that closes when the token is stopped.
pub struct Alarm {
    rings: Receiver<Infallible>,
    _wake: OnStop,
}

/// Why there is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMessage {
    /// The order to end was given.
    Stopped,
    /// All senders are gone.
    Disconnected,
}

impl Alarm {
    /// An alarm that rings when `stop` is stopped, or at once if it is.
    pub fn new(stop: &StopToken) -> Alarm {
        let (alarm, rings) = bounded(0);
        let wake = stop.on_stop(move || drop(alarm));
        Alarm { rings, _wake: wake }
    }

    /// The channel that closes: for a `select!` of one's own.
    pub fn rings(&self) -> &Receiver<Infallible> {
        &self.rings
    }

    /// Waits for the next message.
    ///
    /// # Errors
    /// Why there is none. A stop comes first, also if there are messages.
    // ANCHOR: receive
    pub fn receive<T>(&self, from: &Receiver<T>) -> Result<T, NoMessage> {
        select_biased! {
            recv(self.rings) -> _ => Err(NoMessage::Stopped),
            recv(from) -> message => message.map_err(|_| NoMessage::Disconnected),
        }
    }
    // ANCHOR_END: receive
}
