//! The server: an acceptor, and loops that it gives the connections to.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::accept::{Accept, Verdict, verdict};
use ch01_thread_per_connection::accept_loop::AcceptLoop;
use ch01_thread_per_connection::listen::listen;
use ch01_thread_per_connection::spawn::{OsThreads, Spawn};
use ch05_two_phase_termination::server::DRAIN;
use ch05_two_phase_termination::sleeps::accept::StoppableListener;
use ch05_two_phase_termination::{Report, StopHandle, Stopped};
use ch06_half_sync_half_reactive::out_buffer::WaterMarks;

use crate::assign::{Assign, RoundRobin, Seat};
use crate::inbox::{HandOver, Inbox, Wake};
use crate::order::{Newcomer, Order};
use crate::room::{Place, Room};
use crate::sync::Arc;
use crate::workers::{Running, Workers, worker_name};

/// How a server is to work.
pub struct Config {
    /// Where the acceptor and the workers note their states.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// What else is done with it: nothing. Tests have some requests panic.
    pub also: fn(&[u8]),
    /// Accept this many connections, serve them to their ends, and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Workers, each with a loop of its own; from 1.
    pub workers: usize,
    /// What they are called, before their numbers.
    pub name: String,
    /// Where their threads come from.
    pub spawn: Box<dyn Spawn>,
    /// The policy for so many workers.
    pub assign: Box<dyn Fn(usize) -> Arc<dyn Assign> + Send>,
    /// The hand-over to a loop that is woken like this.
    pub hand_over: Box<dyn Fn(Wake) -> Arc<dyn HandOver<Order>> + Send>,
    /// Reads in a connection's turn, at most; from 1. Each brings up to 16 KiB.
    pub budget: usize,
    /// How long a client may be quiet; `None`: as long as it likes.
    pub idle: Option<Duration>,
    /// Connections open at once, at most; more wait to be accepted. `None`: as many as will come.
    pub most: Option<usize>,
    /// When to stop reading from a client that does not take its answers.
    pub marks: WaterMarks,
    /// How long what is in flight may take after a stop: [`DRAIN`].
    pub drain: Duration,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            journal: Journal::off(),
            work: Work::None,
            also: |_| (),
            connections: None,
            workers: 2,
            name: "worker".to_owned(),
            spawn: Box::new(OsThreads::default()),
            assign: Box::new(|workers| Arc::new(RoundRobin::new(workers))),
            hand_over: Box::new(|wake| Arc::new(Inbox::new(wake))),
            budget: 4,
            idle: None,
            most: None,
            marks: WaterMarks::default(),
            drain: DRAIN,
            verdict,
        }
    }
}

/// An echo server of several event loops.
pub struct EchoServer {
    listener: Box<dyn Accept>,
    address: SocketAddr,
    stop: StopHandle,
    config: Config,
    workers: Workers,
}

impl EchoServer {
    /// Listens on `address`; port 0 takes any free port.
    ///
    /// # Errors
    /// What the system says: the port is in use, the address is not of this machine, no permission,
    /// no descriptors for the loops.
    pub fn bind(address: SocketAddr, config: Config) -> io::Result<EchoServer> {
        let listener = listen(address)?;
        let address = listener.local_addr()?;
        let stop = StopHandle::new();
        let listener = StoppableListener::new(listener, stop.graceful())?;
        EchoServer::over(Box::new(listener), address, stop, config)
    }

    /// A server over any source of connections, which `stop` ends: tests put one in that fails when
    /// told to.
    ///
    /// # Errors
    /// If there are no descriptors for the loops.
    pub fn over(
        listener: Box<dyn Accept>,
        address: SocketAddr,
        stop: StopHandle,
        config: Config,
    ) -> io::Result<EchoServer> {
        let workers = Workers::new(&config)?;
        Ok(EchoServer { listener, address, stop, config, workers })
    }

    /// The address the server listens on, with the port it really got.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Stops this server, before it runs or while it does.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Serves until it is stopped, or until `config.connections` have come and gone.
    ///
    /// # Errors
    /// No thread for a worker, a worker that cannot wait for events, or an accept error whose
    /// verdict is [`Verdict::Fatal`]. Connections that are served then are cut.
    // ANCHOR: run
    pub fn run(self) -> io::Result<Report> {
        let EchoServer { listener, stop, config, workers, .. } = self;
        let _end = config.journal.end_on_drop();
        let ledger = Arc::default();
        let running = workers.start(&config, &stop, &ledger)?;
        let reception = Reception {
            running: &running,
            policy: (config.assign)(config.workers),
            room: config.most.map(Room::new),
        };
        let accepting = AcceptLoop {
            listener: &*listener,
            journal: &config.journal,
            verdict: config.verdict,
            connections: config.connections,
            ledger: &ledger,
        };
        accepting.run(
            || reception.admit(),
            |number, stream, place| {
                reception.hand_over(number, stream, place);
            },
        )?;
        // From here on the system refuses new clients. Whoever is in, stays in.
        drop(listener);
        let ending = running.wind_up()?;
        let (_, connections) = ledger.so_far();
        Ok(Report { connections, ending })
    }
    // ANCHOR_END: run
}

/// What the acceptor does with a connection.
struct Reception<'a> {
    running: &'a Running<'a>,
    policy: Arc<dyn Assign>,
    room: Option<Arc<Room>>,
}

impl Reception<'_> {
    /// Waits for a place, if there is a limit.
    fn admit(&self) -> Result<Option<Place>, Stopped> {
        let stop = self.running.stop.graceful();
        self.room.as_ref().map(|room| room.enter(stop).ok_or(Stopped)).transpose()
    }

    /// Gives the connection to a worker, for good.
    // ANCHOR: hand_over
    fn hand_over(&self, number: u64, stream: TcpStream, place: Result<Option<Place>, Stopped>) {
        let Running { config, ledger, .. } = self.running;
        let page = ledger.open();
        // Dropped, the connection is closed, and its page counts it as refused.
        let Ok(place) = place else { return };
        let seat = Seat::take(&self.policy);
        let worker = seat.worker();
        let name = || worker_name(&config.name, worker);
        config.journal.say(|| format!("gives connection {number} to {}", name()));
        let newcomer = Newcomer { number, stream, page, seat, place };
        self.running.give(worker, Order::Serve(newcomer));
    }
    // ANCHOR_END: hand_over
}
