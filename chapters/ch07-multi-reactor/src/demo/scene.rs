//! What the acts share: a server whose steps come in one order, and clients that keep it.

use std::io;
use std::net::SocketAddr;
use std::thread::{self, JoinHandle};

use anyhow::{bail, ensure};
use ch00_workbench::cli::{Stage, cannot_listen};
use ch00_workbench::{Client, Entry, What};
use ch05_two_phase_termination::{Report, StopHandle};
use ch07_multi_reactor::{Config, EchoServer};

use super::in_step::{count_in, keep_in_step};

/// A server on a thread of its own.
pub struct Scene<'a> {
    stage: &'a Stage,
    address: SocketAddr,
    stop: StopHandle,
    acceptor: JoinHandle<io::Result<Report>>,
    acceptor_name: &'static str,
    workers_name: String,
}

/// Each scene's server has two workers.
const WORKERS: usize = 2;

impl<'a> Scene<'a> {
    /// Starts the server, with an acceptor of this name, and waits until everybody waits.
    pub fn open(
        stage: &'a Stage,
        address: SocketAddr,
        acceptor_name: &'static str,
        mut config: Config,
    ) -> anyhow::Result<Scene<'a>> {
        let workers_name = config.name.clone();
        config.workers = WORKERS;
        keep_in_step(&mut config, stage.memory());
        let server =
            EchoServer::bind(address, config).map_err(|error| cannot_listen(address, error))?;
        let (address, stop) = (server.local_addr(), server.stop_handle());
        let thread = thread::Builder::new().name(acceptor_name.to_owned());
        let acceptor = thread.spawn(move || server.run())?;
        let scene = Scene { stage, address, stop, acceptor, acceptor_name, workers_name };
        if !scene.accepts(1) {
            scene.end()?;
            bail!("the server has ended");
        }
        Ok(scene)
    }

    /// Waits until the acceptor accepts for the `times`th time; `false`: it has ended instead.
    fn accepts(&self, times: usize) -> bool {
        let name = self.acceptor_name;
        let ended = |entry: &Entry| &*entry.thread == name && entry.what == What::End;
        self.stage.memory().wait_until("the acceptor accepts", |entries| {
            let accepts = count_in(entries, name, "accepting") >= times;
            (accepts || entries.iter().any(ended)).then_some(accepts)
        })
    }

    /// How often each worker has waited by now.
    fn waits(&self, entries: &[Entry]) -> [usize; WORKERS] {
        [1, 2].map(|number| count_in(entries, &self.worker(number), "waiting"))
    }

    /// The name of a worker, from 1.
    pub fn worker(&self, number: usize) -> String {
        format!("{}-{number}", self.workers_name)
    }

    /// Connects a client, and goes on when its worker has it and the acceptor accepts again.
    pub fn connect(&self, name: &str) -> anyhow::Result<Client> {
        let times = count_in(&self.stage.memory().entries(), self.acceptor_name, "accepting");
        let client = Client::connect(self.address, name, &self.stage.journal())?;
        ensure!(self.accepts(times + 1), "the server has ended");
        Ok(client)
    }

    /// Has `step` make one worker do something, and goes on when that one waits again, `times`
    /// times.
    pub fn until_waiting<T>(&self, times: usize, step: impl FnOnce() -> T) -> T {
        let memory = self.stage.memory();
        let before: usize = self.waits(&memory.entries()).iter().sum();
        let outcome = step();
        memory.wait_until("a worker waits again", |entries| {
            (self.waits(entries).iter().sum::<usize>() >= before + times).then_some(())
        });
        outcome
    }

    /// A request and its answer, which the client reads when the worker waits again.
    pub fn round_trip(&self, client: &mut Client, request: &str) -> io::Result<()> {
        self.until_waiting(1, || client.send(request))?;
        client.receive(request)
    }

    /// A client's orderly end.
    pub fn finish(&self, client: Client) -> io::Result<()> {
        self.until_waiting(1, || client.finish())
    }

    /// Stops the server, when all clients have gone, and says how it was.
    pub fn close(self) -> anyhow::Result<()> {
        self.stop.stop();
        let stage = self.stage;
        let report = self.end()?;
        stage.explain(&format!("\n{report}"));
        Ok(())
    }

    /// Waits for the server's end.
    fn end(self) -> io::Result<Report> {
        self.acceptor.join().expect("the acceptor does not panic")
    }
}
