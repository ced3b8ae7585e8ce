//! The server: accept, spawn, forget; all of it as tasks.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use ch00_workbench::{Journal, Work};
use ch01_thread_per_connection::accept::{Verdict, verdict};
use ch01_thread_per_connection::ledger::Ledger;
use ch01_thread_per_connection::listen::listen;
use ch01_thread_per_connection::report::Report;
use ch01_thread_per_connection::spawn::OsThreads;
use smol::{Async, Executor, future};

use crate::accept::Accept;
use crate::accept_loop::AcceptLoop;
use crate::connection::Connection;
use crate::echo::{self, Echo};
use crate::executors::{Executors, start_reactor};
use crate::handler::{Failure, Handler, Manner};

/// How a server is to work; start from the default.
pub struct Config {
    /// Where the server's tasks note their states, each under a name of its own.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Whether that work is awaited, blocks the executor's thread, or is done elsewhere.
    pub manner: Manner,
    /// Accept this many connections, serve them to their ends, and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Threads that run the tasks, called `executor-1` and so on.
    pub executors: usize,
    /// Where these threads come from, with their stack size and the cap on threads.
    pub threads: OsThreads,
    /// The echo loop: this chapter's own, or the learner's (`--mine`).
    pub echo: Echo,
    /// What an accept error means.
    pub verdict: fn(&io::Error) -> Verdict,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            journal: Journal::off(),
            work: Work::None,
            manner: Manner::Awaits,
            connections: None,
            executors: 2,
            threads: OsThreads::default(),
            echo: echo::own(),
            verdict,
        }
    }
}

/// An echo server that gives each connection a task of its own.
pub struct EchoServer {
    listener: Box<dyn Accept>,
    address: SocketAddr,
    config: Config,
    /// What is alive and what has been: shared with every connection's task.
    ledger: Arc<Ledger>,
}

impl EchoServer {
    /// Listens on `address`; port 0 takes any free port.
    ///
    /// # Errors
    /// What the system says: the port is in use, the address is not of this machine, no permission,
    /// no thread for the reactor.
    pub fn bind(address: SocketAddr, config: Config) -> io::Result<EchoServer> {
        start_reactor()?;
        let listener = Async::new(listen(address)?)?;
        let address = listener.get_ref().local_addr()?;
        Ok(EchoServer::over(Box::new(listener), address, config))
    }

    /// A server over any source of connections: tests put one in that fails when told to.
    pub fn over(listener: Box<dyn Accept>, address: SocketAddr, config: Config) -> EchoServer {
        EchoServer { listener, address, config, ledger: Arc::default() }
    }

    /// The address the server listens on, with the port it really got.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `config.connections` have come and gone; without that number, for ever. The
    /// calling thread only waits: the work is the executors'.
    ///
    /// # Errors
    /// If a thread for the executors is not to be had, or with an accept error whose verdict is
    /// [`Verdict::Fatal`]. Connections that still run then are cut.
    // ANCHOR: run
    pub fn run(self) -> io::Result<Report> {
        let journal = self.config.journal.named("acceptor");
        let _end = journal.end_on_drop();
        let executors = Executors::start("executor", self.config.executors, &self.config.threads)?;
        let (spawner, ledger) = (executors.spawner(), Arc::clone(&self.ledger));
        let acceptor = self.accept(executors.spawner(), journal);
        future::block_on(spawner.spawn(acceptor))?;
        Ok(ledger.wait_until_all_ended())
    }

    async fn accept(self, spawner: Arc<Executor<'static>>, journal: Journal) -> io::Result<()> {
        let accepting = AcceptLoop {
            listener: &*self.listener,
            journal: &journal,
            verdict: self.config.verdict,
            connections: self.config.connections,
            ledger: &self.ledger,
        };
        accepting.run(|number, stream| self.start(number, stream, &spawner)).await?;
        journal.state("waiting for the last");
        Ok(())
    }
    // ANCHOR_END: run

    /// Gives a new connection its task. There is always one to be had: a task is a piece of memory.
    // ANCHOR: start
    fn start(&self, number: u64, stream: Async<TcpStream>, spawner: &Executor<'static>) {
        let journal = self.config.journal.named(&format!("task-{number}"));
        let connection = Connection {
            stream,
            handler: Handler {
                journal: journal.clone(),
                work: self.config.work.clone(),
                manner: self.config.manner.clone(),
                failure: Failure::default(),
            },
            journal,
            echo: Arc::clone(&self.config.echo),
            page: self.ledger.open(),
        };
        spawner.spawn(connection.serve()).detach();
    }
    // ANCHOR_END: start
}
