//! What the acceptor hands to a loop. All of it goes through one inbox, so that it arrives in the
//! order in which it was given: nobody is seen out before he is in.

use std::net::TcpStream;

use ch01_thread_per_connection::ledger::Page;

use crate::assign::Seat;
use crate::room::Place;

/// An order to a loop.
pub enum Order {
    /// Serve this one too.
    Serve(Newcomer),
    /// Nobody more will come. When all have gone, leave.
    Last,
    /// Answer what has arrived, end all connections in good order, leave.
    Finish,
    /// Cut all connections and leave.
    Cut,
}

/// A connection that was accepted and has not begun. Dropped, it is closed, and counts as refused.
pub struct Newcomer {
    /// From 1, in the order of acceptance.
    pub(crate) number: u64,
    pub(crate) stream: TcpStream,
    pub(crate) page: Page,
    pub(crate) seat: Seat,
    /// `None`: as many as will may come.
    pub(crate) place: Option<Place>,
}
