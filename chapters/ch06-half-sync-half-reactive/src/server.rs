//! The server: three layers, put together.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::accept::{Verdict, verdict};
use ch01_thread_per_connection::ledger::Ledger;
use ch01_thread_per_connection::listen::listen;
use ch01_thread_per_connection::spawn::{OsThreads, Spawn};
use ch05_two_phase_termination::in_flight::{Channel, InFlight};
use ch05_two_phase_termination::server::DRAIN;
use ch05_two_phase_termination::{OnStop, Report, StopHandle, StopToken};

use crate::acceptor::{Acceptor, Watched};
use crate::completions::Completions;
use crate::demultiplexer::{Demultiplexer, Interest, Registered, Trigger};
use crate::desk::Desk;
use crate::mode::proactor::ByRequest;
use crate::mode::reactor::ByConnection;
use crate::mode::{Mode, Style};
use crate::out_buffer::WaterMarks;
use crate::queue::{Queue, Share};
use crate::reactor::{LISTENER, Limits, Parts, Reactor};

/// How long workers may take to leave when there is nothing more to do for them, as in chapter 5.
const LEAVE: Duration = Duration::from_secs(1);

/// How a server is to work.
pub struct Config {
    /// Where the reactor and the workers note what they do.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Who reads and writes.
    pub mode: Mode,
    /// Workers.
    pub threads: usize,
    /// Tasks that may wait for a worker.
    pub queue: usize,
    /// Tasks that a worker takes at a time, at most.
    pub batch: usize,
    /// What the reactor keeps to.
    pub limits: Limits,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
    /// What stands between the listener and the acceptor: nothing, or in tests something that fails
    /// when told to.
    pub watched: Box<dyn Fn(Registered<TcpListener>) -> Box<dyn Watched> + Send>,
    /// Where workers come from.
    pub spawn: Box<dyn Spawn>,
}

impl Default for Config {
    fn default() -> Config {
        let limits = Limits {
            connections: None,
            max_connections: 100_000,
            idle: None,
            drain: DRAIN,
            marks: WaterMarks::default(),
        };
        Config {
            journal: Journal::off(),
            work: Work::None,
            mode: Mode::default(),
            threads: 2,
            queue: 1024,
            batch: 64,
            limits,
            verdict,
            watched: Box::new(|listener| Box::new(listener)),
            spawn: Box::new(OsThreads::default()),
        }
    }
}

/// An echo server with one reactor and a few workers.
pub struct EchoServer {
    listener: Registered<TcpListener>,
    address: SocketAddr,
    demultiplexer: Arc<Demultiplexer>,
    stop: StopHandle,
    /// Both orders end the reactor's wait.
    wakers: [OnStop; 2],
    config: Config,
}

impl EchoServer {
    /// Listens on `address`; port 0 takes any free port.
    ///
    /// # Errors
    /// What the system says: the port is in use, the address is not of this machine, no permission.
    pub fn bind(address: SocketAddr, config: Config) -> io::Result<EchoServer> {
        let listener = listen(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let demultiplexer = Arc::new(Demultiplexer::new()?);
        let listener =
            demultiplexer.register(listener, LISTENER, Interest::READ, Trigger::Oneshot)?;
        let stop = StopHandle::new();
        let wakers = [stop.graceful(), stop.now()].map(|order| demultiplexer.wake_on(order));
        Ok(EchoServer { listener, address, demultiplexer, stop, wakers, config })
    }

    /// The address the server listens on, with the port it really got.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Stops this server, before it runs or while it does.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Serves until it is stopped, or until `limits.connections` have come and gone. The calling
    /// thread is the reactor's.
    ///
    /// # Errors
    /// An accept error whose verdict is [`Verdict::Fatal`], a demultiplexer that cannot wait, or
    /// workers that cannot be had. Connections that are served then are closed.
    pub fn run(self) -> io::Result<Report> {
        match self.config.mode {
            Mode::Reactor => self.run_as::<ByConnection>(),
            Mode::Proactor => self.run_as::<ByRequest>(),
        }
    }

    // ANCHOR: run
    fn run_as<S: Style>(self) -> io::Result<Report> {
        let EchoServer { listener, demultiplexer, stop, wakers, config, .. } = self;
        let _end = config.journal.end_on_drop();
        let share = Share { workers: config.threads, most: config.batch };
        let wake = |demultiplexer: &Arc<Demultiplexer>| {
            let demultiplexer = Arc::clone(demultiplexer);
            move || demultiplexer.notify()
        };
        let queue = Arc::new(Queue::new(config.queue, share, wake(&demultiplexer)));
        let completions = Arc::new(Completions::new(wake(&demultiplexer)));
        let workers = Channel::default();
        let ledger: Arc<Ledger> = Arc::default();
        let hired = hire::<S>(&config, &stop, &queue, &completions, &workers);
        let acceptor = Acceptor::new(
            (config.watched)(listener),
            config.journal.clone(),
            config.verdict,
            Arc::clone(&ledger),
        );
        let parts = Parts {
            journal: config.journal.clone(),
            demultiplexer,
            acceptor,
            queue: Arc::clone(&queue),
            completions,
            ledger: Arc::clone(&ledger),
            limits: config.limits,
            stop,
        };
        let ended = hired.and_then(|()| Reactor::<S>::new(parts).run());
        drop(wakers);
        queue.close();
        if !workers.drain(LEAVE, &StopToken::new()) {
            config.journal.say(|| "leaves workers behind that heed no order".to_owned());
        }
        let (_, connections) = ledger.so_far();
        Ok(Report { connections, ending: ended? })
    }
    // ANCHOR_END: run
}

/// Starts all workers.
fn hire<S: Style>(
    config: &Config,
    stop: &StopHandle,
    queue: &Arc<Queue<S::Task>>,
    completions: &Arc<Completions<S::Done>>,
    workers: &Channel,
) -> io::Result<()> {
    for number in 1..=config.threads {
        let desk = Desk {
            journal: config.journal.clone(),
            work: config.work.clone(),
            stop: stop.clone(),
            completions: Arc::clone(completions),
        };
        let (queue, guest) = (Arc::clone(queue), workers.enter());
        let work = move || {
            desk.run::<S>(&queue);
            drop(guest);
        };
        config.spawn.spawn(format!("worker-{number}"), Box::new(work))?;
    }
    Ok(())
}
