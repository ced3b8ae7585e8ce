//! The fan-out echo server: a worker for each connection, and for each request a few jobs more.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::Report;
use ch01_thread_per_connection::accept::verdict;
use ch01_thread_per_connection::accept_loop::AcceptLoop;
use ch01_thread_per_connection::echo::echo_until_eof;
use ch01_thread_per_connection::ledger::{Ledger, Page};
use ch01_thread_per_connection::listen::listen;
use ch01_thread_per_connection::report::Outcome;

use crate::bound::threads_needed;
use crate::cure::Cure;
use crate::dump::Dump;
use crate::fan_out::{FanOut, Helper};
use crate::pool::Pool;
use crate::registry::{MakeBar, Registry};
use crate::seats::Seats;
use crate::sync::Arc;
use crate::verdict::{FindCycle, follow_the_arrows};
use crate::watchdog::{INTERVAL, Watchdog};

/// How a server is to work; start from the default.
pub struct Config {
    /// Where the workers note what they are at.
    pub journal: Journal,
    /// What is done with each part of a request.
    pub work: Work,
    /// Accept this many connections, serve them to their ends, and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Workers of the pool; with [`Cure::Bigger`], connections served at once.
    pub threads: usize,
    /// What is done about the deadlock.
    pub cure: Cure,
    /// Between two looks of the watchdog.
    pub interval: Duration,
    /// Told of each hang, by the watchdog.
    pub on_hang: Box<dyn FnMut(Dump) + Send>,
    /// What finds the cycle in a hang: the chapter's own, or the learner's (`--mine`).
    pub find_cycle: FindCycle,
    /// Threads for so many connections: the chapter's bound, or the learner's.
    pub threads_needed: fn(usize) -> usize,
    /// What latches wait with; `None`: the chapter's own.
    pub make_bar: Option<MakeBar>,
    /// How a parent helps; `None`: the chapter's own way.
    pub helper: Option<Helper>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            journal: Journal::off(),
            work: Work::None,
            connections: None,
            threads: 2,
            cure: Cure::None,
            interval: INTERVAL,
            on_hang: Box::new(|_| {}),
            find_cycle: follow_the_arrows,
            threads_needed,
            make_bar: None,
            helper: None,
        }
    }
}

/// An echo server whose requests are split into jobs for a pool.
pub struct EchoServer {
    listener: TcpListener,
    address: SocketAddr,
    config: Config,
    ledger: Arc<Ledger>,
    /// Serves connections: the parents.
    parents: Pool,
    fan_out: FanOut,
}

impl EchoServer {
    /// Listens on `address`; port 0 takes any free port.
    ///
    /// # Errors
    /// What the system says of the address; `InvalidInput` if there are to be 0 threads.
    pub fn bind(address: SocketAddr, config: Config) -> io::Result<EchoServer> {
        let registry = Registry::with_bars(config.journal.clone(), config.make_bar);
        let (parents, pool) = pools(&registry, &config)?;
        let (work, helper) = (config.work.clone(), config.helper.clone());
        let fan_out = FanOut { pool, helps: config.cure == Cure::Helping, helper, work };
        let listener = listen(address)?;
        let address = listener.local_addr()?;
        Ok(EchoServer { listener, address, config, ledger: Arc::default(), parents, fan_out })
    }

    /// The address the server listens on, with the port it really got.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// The pool that serves connections, to look at its numbers and its books.
    pub fn pool(&self) -> Pool {
        self.parents.clone()
    }

    /// Serves until `config.connections` have come and gone; without that number, for ever.
    ///
    /// # Errors
    /// An accept error after which the listener is of no use.
    pub fn run(self) -> io::Result<Report> {
        let EchoServer { listener, config, ledger, parents, fan_out, .. } = self;
        let Config { journal, interval, find_cycle, on_hang, .. } = config;
        let _end = journal.end_on_drop();
        let _watchdog = Watchdog::start(parents.registry(), interval, find_cycle, on_hang)?;
        let seats = (config.cure == Cure::Bigger).then(|| Seats::new(config.threads));
        let accepting = AcceptLoop {
            listener: &listener,
            journal: &journal,
            verdict,
            connections: config.connections,
            ledger: &ledger,
        };
        let admit = || seats.as_ref().map(Seats::take);
        accepting.run(admit, |number, stream, seat| {
            let (page, fan_out) = (ledger.open(), fan_out.clone());
            let name = format!("connection {number}");
            let theirs = name.clone();
            let served = parents.submit(&name, Vec::new(), move || {
                serve(&theirs, stream, &fan_out, page);
                drop(seat);
            });
            if let Err(refused) = served {
                journal.say(|| format!("{name}: {refused}"));
            }
        })?;
        journal.state("waiting for the last");
        Ok(ledger.wait_until_all_ended())
    }
}

/// The pools for parents and for children, as the cure wants them.
// ANCHOR: pools
fn pools(registry: &Registry, config: &Config) -> io::Result<(Pool, Pool)> {
    let threads = match config.cure {
        Cure::Bigger => (config.threads_needed)(config.threads),
        Cure::None | Cure::Separate | Cure::Helping => config.threads,
    };
    let parents = Pool::new(registry, "worker", threads)?;
    let children = match config.cure {
        Cure::Separate => Pool::new(registry, "helper", threads)?,
        Cure::None | Cure::Bigger | Cure::Helping => parents.clone(),
    };
    Ok((parents, children))
}
// ANCHOR_END: pools

/// Echoes until the client ends. A request that is given up costs its connection: it is cut, and
/// the answer that was not worked for is not sent.
// ANCHOR: serve
fn serve(name: &str, stream: TcpStream, fan_out: &FanOut, page: Page) {
    let _ = stream.set_nodelay(true);
    let echoed = echo_until_eof(&mut &stream, &mut |request| {
        if fan_out.request(name, request).is_err() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    });
    drop(stream);
    page.close(match echoed {
        Ok(bytes) => Outcome::Served { bytes },
        Err(_) => Outcome::Broken,
    });
}
// ANCHOR_END: serve
