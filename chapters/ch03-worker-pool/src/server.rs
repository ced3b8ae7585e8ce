//! The server: accept, and give the connection to the pool.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::accept::{Verdict, verdict};
use ch01_thread_per_connection::accept_loop::AcceptLoop;
use ch01_thread_per_connection::ledger::Ledger;
use ch01_thread_per_connection::listen::listen;
use ch01_thread_per_connection::report::Report;

use crate::connection::Connection;
use crate::pool::WorkerPool;
use crate::sync::Arc;

/// How a server is to work.
pub struct Config {
    /// Where the acceptor and the connections note their states; the pool has its own.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Accept this many connections, serve them to their ends, and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Who serves the connections, how many may wait, and what happens when all is full.
    pub pool: WorkerPool,
    /// End a connection whose client says nothing, or takes nothing, for so long; `None`: wait for
    /// ever.
    pub idle_timeout: Option<Duration>,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
}

impl Config {
    /// A configuration with this pool, and nothing else out of the ordinary.
    pub fn with(pool: WorkerPool) -> Config {
        Config {
            journal: Journal::off(),
            work: Work::None,
            connections: None,
            pool,
            idle_timeout: None,
            verdict,
        }
    }
}

/// An echo server whose connections are jobs of a worker pool.
pub struct EchoServer {
    listener: std::net::TcpListener,
    address: SocketAddr,
    config: Config,
    ledger: Arc<Ledger>,
}

impl EchoServer {
    /// Listens on `address`; port 0 takes any free port.
    ///
    /// # Errors
    /// What the system says: the port is in use, the address is not of this machine, no permission.
    pub fn bind(address: SocketAddr, config: Config) -> io::Result<EchoServer> {
        let listener = listen(address)?;
        let address = listener.local_addr()?;
        Ok(EchoServer { listener, address, config, ledger: Arc::default() })
    }

    /// The address the server listens on, with the port it really got.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `config.connections` have come and gone; without that number, for ever.
    ///
    /// # Errors
    /// Only an accept error whose verdict is [`Verdict::Fatal`]. Connections that are served then
    /// are not waited for.
    pub fn run(self) -> io::Result<Report> {
        let Config { journal, verdict, connections, .. } = &self.config;
        let _end = journal.end_on_drop();
        let accepting = AcceptLoop {
            listener: &self.listener,
            journal,
            verdict: *verdict,
            connections: *connections,
            ledger: &self.ledger,
        };
        accepting.run(|| (), |number, stream, ()| self.start(number, stream))?;
        journal.state("waiting for the last");
        Ok(self.ledger.wait_until_all_ended())
    }

    /// Makes a job of a connection. Whatever becomes of the job, the connection's page in the
    /// ledger goes with it: served, broken, panicked; or refused, if the job is never run.
    // ANCHOR: start
    fn start(&self, number: u64, stream: TcpStream) {
        let Config { journal, work, pool, idle_timeout, .. } = &self.config;
        let connection = Connection {
            number,
            stream,
            journal: journal.clone(),
            work: work.clone(),
            idle_timeout: *idle_timeout,
            page: self.ledger.open(),
        };
        if let Err(refused) = pool.execute(|| connection.serve()) {
            journal.say(|| format!("turns connection {number} away: {refused}"));
        }
    }
    // ANCHOR_END: start
}
