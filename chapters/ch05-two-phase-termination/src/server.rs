//! The server: chapter 3's, with an end.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::accept::{Verdict, verdict};
use ch01_thread_per_connection::accept_loop::AcceptLoop;
use ch01_thread_per_connection::ledger::Ledger;
use ch01_thread_per_connection::listen::listen;

use crate::connection::Connection;
use crate::handle::StopHandle;
use crate::in_flight::{Channel, InFlight};
use crate::report::{Ending, Report};
use crate::sleeps::accept::StoppableListener;
use crate::sync::{Arc, AtomicU64, Ordering};
use crate::termination::StoppablePool;

/// How long what is in flight may take after a stop, unless told otherwise.
pub const DRAIN: Duration = Duration::from_secs(5);

/// How long workers may take to leave when there is nothing more to do for them. A job that looks
/// at no token can outlive it: that one ends with the process.
const LEAVE: Duration = Duration::from_secs(1);

/// Longer than any server runs.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// How a server is to work.
pub struct Config {
    /// Where the acceptor and the connections note their states; the pool has its own.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Accept this many connections, serve them to their ends, and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Who serves the connections. The server shuts it down at its own end.
    pub pool: StoppablePool,
    /// How long what is in flight may take after a stop: [`DRAIN`].
    pub drain: Duration,
    /// Who knows what is in flight.
    pub in_flight: Box<dyn InFlight>,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
}

impl Config {
    /// A configuration with this pool, and nothing else out of the ordinary.
    pub fn with(pool: StoppablePool) -> Config {
        Config {
            journal: Journal::off(),
            work: Work::None,
            connections: None,
            pool,
            drain: DRAIN,
            in_flight: Box::new(Channel::default()),
            verdict,
        }
    }
}

/// An echo server whose connections are jobs of a pool, and which can be stopped.
pub struct EchoServer {
    listener: StoppableListener,
    serving: Serving,
}

/// All that outlives the listener.
struct Serving {
    address: SocketAddr,
    stop: StopHandle,
    config: Config,
    ledger: Arc<Ledger>,
    /// Connections that the second order has cut.
    cut: Arc<AtomicU64>,
}

impl EchoServer {
    /// Listens on `address`; port 0 takes any free port.
    ///
    /// # Errors
    /// What the system says: the port is in use, the address is not of this machine, no permission.
    pub fn bind(address: SocketAddr, config: Config) -> io::Result<EchoServer> {
        let listener = listen(address)?;
        let address = listener.local_addr()?;
        let stop = StopHandle::new();
        let listener = StoppableListener::new(listener, stop.graceful())?;
        let (ledger, cut) = (Arc::default(), Arc::default());
        Ok(EchoServer { listener, serving: Serving { address, stop, config, ledger, cut } })
    }

    /// The address the server listens on, with the port it really got.
    pub fn local_addr(&self) -> SocketAddr {
        self.serving.address
    }

    /// Stops this server, before it runs or while it does.
    pub fn stop_handle(&self) -> StopHandle {
        self.serving.stop.clone()
    }

    /// Serves until it is stopped, or until `config.connections` have come and gone.
    ///
    /// # Errors
    /// Only an accept error whose verdict is [`Verdict::Fatal`]. Connections that are served then
    /// are not waited for.
    // ANCHOR: run
    pub fn run(self) -> io::Result<Report> {
        let EchoServer { listener, serving } = self;
        let Config { journal, verdict, connections, .. } = &serving.config;
        let _end = journal.end_on_drop();
        let accepting = AcceptLoop {
            listener: &listener,
            journal,
            verdict: *verdict,
            connections: *connections,
            ledger: &serving.ledger,
        };
        accepting.run(|| (), |number, stream, ()| serving.start(number, stream))?;
        // From here on the system refuses new clients. Whoever is in, stays in.
        drop(listener);
        let ending = serving.wind_up();
        let (_, connections) = serving.ledger.so_far();
        Ok(Report { connections, ending })
    }
    // ANCHOR_END: run
}

impl Serving {
    /// Makes a job of a connection. It never waits for a worker: an acceptor that does cannot be
    /// stopped while the pool is full.
    fn start(&self, number: u64, stream: TcpStream) {
        let Config { journal, work, pool, in_flight, .. } = &self.config;
        // Draining begins on this very thread, after the last accept: until then everybody may in.
        let Some(guest) = in_flight.enter() else { return };
        let connection = Connection {
            number,
            stream,
            journal: journal.clone(),
            work: work.clone(),
            stop: self.stop.clone(),
            page: self.ledger.open(),
            cut: Arc::clone(&self.cut),
            guest,
        };
        if let Err(refused) = pool.execute(|_| connection.serve()) {
            journal.say(|| format!("turns connection {number} away: {refused}"));
        }
    }

    /// The phases of the end: wait; force, if the wait was too long; and see the workers out.
    // ANCHOR: wind_up
    fn wind_up(&self) -> Ending {
        let Config { journal, pool, drain, in_flight, .. } = &self.config;
        if !self.stop.graceful().is_stopped() {
            journal.state("waiting for the last");
            in_flight.drain(FOREVER, self.stop.graceful());
        }
        let told = self.stop.graceful().is_stopped();
        if told {
            journal.state("draining");
            let (alive, _) = self.ledger.so_far();
            journal.say(|| format!("no new clients; waits up to {drain:?} for {alive} in flight"));
        }
        pool.shutdown();
        let drained = in_flight.drain(*drain, self.stop.now());
        let forced = !drained || self.stop.now().is_stopped();
        let unrun = if forced { self.force(drained) } else { 0 };
        if !pool.await_termination(LEAVE) {
            journal.say(|| "leaves workers behind that heed no order".to_owned());
        }
        match told {
            _ if forced => Ending::Forced { cut: unrun + self.cut() },
            true => Ending::Graceful,
            false => Ending::Finished,
        }
    }
    // ANCHOR_END: wind_up

    /// Cuts what is in flight, and throws away what waits for a worker: returns how many these
    /// were.
    fn force(&self, drained: bool) -> u64 {
        let Config { journal, pool, .. } = &self.config;
        journal.state("forcing");
        let why = if self.stop.now().is_stopped() { "was told again" } else { "the time is up" };
        let what = if drained { "everything in flight is cut" } else { "cuts what is in flight" };
        journal.say(|| format!("{why}: {what}"));
        self.stop.stop_now();
        // Dropped, a connection is closed.
        pool.shutdown_now().len() as u64
    }

    /// Connections that were cut: they have ended, or their workers heed no order.
    fn cut(&self) -> u64 {
        let (alive, _) = self.ledger.so_far();
        alive + self.cut.load(Ordering::Relaxed)
    }
}
