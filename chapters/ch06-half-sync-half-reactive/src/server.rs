//! The server: three layers, put together.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use ch01_thread_per_connection::ledger::Ledger;
use ch01_thread_per_connection::listen::listen;
use ch05_two_phase_termination::in_flight::{Channel, InFlight};
use ch05_two_phase_termination::{OnStop, Report, StopHandle, StopToken};

use crate::acceptor::Acceptor;
use crate::completions::Completions;
use crate::config::Config;
use crate::demultiplexer::{Demultiplexer, Interest, Registered, Trigger};
use crate::desk::Desk;
use crate::exercises::completions::Completions as Yours;
use crate::inbox::Inbox;
use crate::mode::proactor::ByRequest;
use crate::mode::reactor::ByConnection;
use crate::mode::{Mode, Style};
use crate::queue::{Queue, Share};
use crate::reactor::{LISTENER, Parts, Reactor};

/// How long workers may take to leave when there is nothing more to do for them, as in chapter 5.
const LEAVE: Duration = Duration::from_secs(1);

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
    /// An accept error whose verdict is [fatal](ch01_thread_per_connection::accept::Verdict::Fatal), a demultiplexer that cannot wait, or
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
        let (queue, completions) = between::<S>(&config, &demultiplexer);
        let (workers, ledger) = (Channel::default(), Arc::<Ledger>::default());
        let hired = hire::<S>(&config, &stop, &queue, &completions, &workers);
        let Config { journal, verdict, watched, limits, .. } = config;
        let acceptor =
            Acceptor::new(watched(listener), journal.clone(), verdict, Arc::clone(&ledger));
        let reactor = Reactor::<S>::new(Parts {
            journal: journal.clone(),
            demultiplexer,
            acceptor,
            queue: Arc::clone(&queue),
            completions,
            ledger: Arc::clone(&ledger),
            limits,
            stop,
        });
        let ended = hired.and_then(|()| reactor.run());
        drop(wakers);
        queue.close();
        if !workers.drain(LEAVE, &StopToken::new()) {
            journal.say(|| "leaves workers behind that heed no order".to_owned());
        }
        let (_, connections) = ledger.so_far();
        Ok(Report { connections, ending: ended? })
    }
    // ANCHOR_END: run
}

/// What is between the reactor and its workers: the queue, and the way back. Both wake the reactor
/// where it sleeps.
#[expect(clippy::type_complexity, reason = "two shared things, each named where it is used")]
fn between<S: Style>(
    config: &Config,
    demultiplexer: &Arc<Demultiplexer>,
) -> (Arc<Queue<S::Task>>, Arc<Inbox<S::Done>>) {
    let wake = || {
        let demultiplexer = Arc::clone(demultiplexer);
        move || demultiplexer.notify()
    };
    let share = Share { workers: config.threads, most: config.batch };
    let completions = match config.yours {
        false => Inbox::Ours(Completions::new(wake())),
        true => Inbox::Yours(Yours::new(wake())),
    };
    (Arc::new(Queue::new(config.queue, share, wake())), Arc::new(completions))
}

/// Starts all workers.
fn hire<S: Style>(
    config: &Config,
    stop: &StopHandle,
    queue: &Arc<Queue<S::Task>>,
    completions: &Arc<Inbox<S::Done>>,
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
