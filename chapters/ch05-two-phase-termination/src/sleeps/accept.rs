//! A thread that is blocked in accept.
//!
//! It wakes when a client comes. So whoever stops *is* a client: it connects to the listener's own
//! address. The socket for that is made when the listener is, because at the time of the stop there
//! may be no descriptor left. Its connect does not wait: loopback needs nobody's answer, and if the
//! listener's queue is full, accept is not blocked anyway.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use ch01_thread_per_connection::accept::Accept;
use socket2::{Domain, Socket, Type};

use crate::token::{OnStop, StopToken};

/// Clients taken at most after the stop: as many as can have been in the listener's queue. Without
/// a bound, clients that come as fast as they are accepted would keep the server up.
const LAST_CLIENTS: u32 = 4096;

/// A listener whose accept ends with an error once the token is stopped.
///
/// Clients whose connection was complete by then are still accepted. Dropping it closes the
/// listener, and from then on clients are refused by the system.
pub struct StoppableListener {
    listener: TcpListener,
    stop: StopToken,
    /// What connects when the token is stopped. Kept here too, since the connection must live until
    /// accept has had it.
    waker: Arc<Socket>,
    after_stop: Cell<u32>,
    _wake: OnStop,
}

impl StoppableListener {
    /// Makes a listener stoppable.
    ///
    /// # Errors
    /// If there is no socket for the wake-up to be had.
    // ANCHOR: new
    pub fn new(listener: TcpListener, stop: &StopToken) -> io::Result<StoppableListener> {
        let target = reachable(listener.local_addr()?);
        let socket = Socket::new(Domain::for_address(target), Type::STREAM, None)?;
        // Bound now, so that its address tells it from a client's.
        socket.bind(&SocketAddr::new(target.ip(), 0).into())?;
        socket.set_nonblocking(true)?;
        let waker = Arc::new(socket);
        let wake = stop.on_stop({
            let waker = Arc::clone(&waker);
            // The answer is "in progress", and that is all that is needed.
            move || drop(waker.connect(&target.into()))
        });
        Ok(StoppableListener {
            listener,
            stop: stop.clone(),
            waker,
            after_stop: Cell::new(0),
            _wake: wake,
        })
    }
    // ANCHOR_END: new

    fn is_waker(&self, peer: SocketAddr) -> bool {
        self.waker.local_addr().is_ok_and(|own| own.as_socket() == Some(peer))
    }

    /// Counts an accept after the stop; an error when there have been enough.
    fn one_more(&self) -> io::Result<()> {
        self.after_stop.set(self.after_stop.get() + 1);
        if self.after_stop.get() > LAST_CLIENTS { Err(ErrorKind::Other.into()) } else { Ok(()) }
    }
}

impl Accept for StoppableListener {
    // ANCHOR: accept
    fn accept(&self) -> io::Result<TcpStream> {
        loop {
            if self.stop.is_stopped() {
                // Only those who are there already: an empty queue is an error now, and the end.
                self.listener.set_nonblocking(true)?;
                self.one_more()?;
            }
            let (stream, peer) = self.listener.accept()?;
            if self.is_waker(peer) {
                continue;
            }
            // Some systems hand the listener's own setting on to its connections.
            stream.set_nonblocking(false)?;
            return Ok(stream);
        }
    }
    // ANCHOR_END: accept

    fn is_over(&self) -> bool {
        self.stop.is_stopped()
    }

    /// A pause is a sleep like any other: a stop ends it.
    fn pause(&self, time: Duration) {
        // Told to stop or not, the loop asks again.
        let _ = self.stop.sleep(time);
    }
}

/// The address by which this machine reaches its own listener: one that listens on *all* addresses
/// is reached over loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
