//! The server: accept, spawn, forget.

use std::io;
use std::net::{SocketAddr, TcpStream};

use ch00_workbench::{Journal, Work};

use crate::accept::{Accept, Verdict, verdict};
use crate::accept_loop::AcceptLoop;
use crate::connection::{Connection, Echo, Permit};
use crate::echo::echo_until_eof;
use crate::ledger::Ledger;
use crate::listen::listen;
use crate::report::Report;
use crate::spawn::{OsThreads, Spawn};
use crate::sync::Arc;

/// How a server is to work. Every chapter's server has such a `Config`; start from the default.
pub struct Config {
    /// Where the server's threads note their states.
    pub journal: Journal,
    /// What is done with each request before it is echoed.
    pub work: Work,
    /// Accept this many connections, serve them to their ends, and return; `None`: go on for ever.
    pub connections: Option<u64>,
    /// Where a connection's thread comes from, with its stack size and the cap on threads.
    pub spawn: Box<dyn Spawn>,
    /// The echo loop: this chapter's own, or the learner's (`--mine`).
    pub echo: Echo,
    /// What an accept error means: this chapter's own answer, or the learner's.
    pub verdict: fn(&io::Error) -> Verdict,
    /// Called before each accept; it may wait. What it returns is kept until that connection ends.
    pub admit: Box<dyn Fn() -> Permit + Send>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            journal: Journal::off(),
            work: Work::None,
            connections: None,
            spawn: Box::new(OsThreads::default()),
            echo: echo_until_eof,
            verdict,
            admit: Box::new(|| Box::new(())),
        }
    }
}

/// An echo server that gives each connection a thread of its own.
pub struct EchoServer {
    listener: Box<dyn Accept>,
    address: SocketAddr,
    config: Config,
    /// What is alive and what has been: shared with every connection's thread.
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

    /// Serves until `config.connections` have come and gone; without that number, for ever.
    ///
    /// # Errors
    /// Only an accept error whose verdict is [`Verdict::Fatal`]. Connections that still run then
    /// are not waited for.
    // ANCHOR: run
    pub fn run(self) -> io::Result<Report> {
        let Config { journal, verdict, connections, admit, .. } = &self.config;
        let _end = journal.end_on_drop();
        let accepting = AcceptLoop {
            listener: &*self.listener,
            journal,
            verdict: *verdict,
            connections: *connections,
            ledger: &self.ledger,
        };
        accepting.run(admit, |number, stream, permit| self.start(number, stream, permit))?;
        journal.state("waiting for the last");
        Ok(self.ledger.wait_until_all_ended())
    }
    // ANCHOR_END: run

    /// Gives a new connection its thread. Where there is none to be had, only this connection is
    /// lost: dropping the stream closes it, and accepting goes on.
    // ANCHOR: start
    fn start(&self, number: u64, stream: TcpStream, permit: Permit) {
        let connection = Connection {
            stream,
            journal: self.config.journal.clone(),
            work: self.config.work.clone(),
            echo: self.config.echo,
            page: self.ledger.open(),
            permit,
        };
        let name = format!("connection-{number}");
        let spawned = self.config.spawn.spawn(name, Box::new(|| connection.serve()));
        if let Err(error) = spawned {
            self.config.journal.say(|| format!("no thread for connection {number}: {error}"));
        }
    }
    // ANCHOR_END: start
}
