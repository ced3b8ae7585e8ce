//! What the first three acts share: one executor thread, two clients, and steps that wait for what
//! the server has noted.

use std::net::SocketAddr;
use std::thread::{self, JoinHandle};

use anyhow::{Context, anyhow};
use ch00_workbench::cli::{DemoFlags, Stage, cannot_listen};
use ch00_workbench::{Client, Entry, Gate, What, Work};
use ch02_lightweight_threads::handler::Manner;
use ch02_lightweight_threads::{Config, EchoServer, Report};

use crate::flags::{Flags, config};

/// A server for Alice and Bob, and what they do. Each step waits until the server has noted what
/// the step before it set off, so that the story reads the same on every run.
pub struct Script<'a> {
    stage: &'a Stage,
    /// Holds Alice's slow request.
    pub gate: Gate,
    address: SocketAddr,
    server: JoinHandle<std::io::Result<Report>>,
    /// What earlier acts have noted under the same names does not count.
    before: Vec<Entry>,
}

impl<'a> Script<'a> {
    /// Starts a server on one thread that does its work in the manner that `manner` makes of the
    /// one which the flags ask for.
    pub fn start(
        stage: &'a Stage,
        address: SocketAddr,
        flags: &DemoFlags,
        own: &Flags,
        manner: impl FnOnce(Manner) -> Manner,
    ) -> anyhow::Result<Script<'a>> {
        let gate = Gate::new("the answer to Alice");
        let own_config = config(stage.journal(), &flags.common, own)?;
        let config = Config {
            work: Work::Held("slow", gate.clone()),
            manner: manner(own_config.manner),
            echo: own_config.echo,
            journal: own_config.journal,
            connections: Some(2),
            executors: 1,
            ..Config::default()
        };
        let before = stage.memory().entries();
        let server =
            EchoServer::bind(address, config).map_err(|error| cannot_listen(address, error))?;
        let address = server.local_addr();
        let server = thread::Builder::new().name("server".to_owned()).spawn(|| server.run());
        let server = server.context("no thread for the server")?;
        let script = Script { stage, gate, address, server, before };
        match script.wait_for("acceptor", "accepting", 1) {
            Ok(()) => Ok(script),
            // What ended it says more than that it has ended.
            Err(ended) => script.end().and(Err(ended)),
        }
    }

    /// Connects a client, without waiting for the server.
    pub fn connect(&self, name: &str) -> anyhow::Result<Client> {
        let client = Client::connect(self.address, name, &self.stage.journal());
        client.with_context(|| format!("{name} cannot connect"))
    }

    /// Waits until `task` has noted `state` for the `times`. time in this act, but not beyond
    /// the server's end.
    pub fn wait_for(&self, task: &str, state: &str, times: usize) -> anyhow::Result<()> {
        self.wait_for_what(task, What::State(state.to_owned()), times)
    }

    /// Ends the client in good order, and waits until its task has ended.
    pub fn finish(&self, client: Client, task: &str) -> anyhow::Result<()> {
        client.finish()?;
        self.wait_for_what(task, What::End, 1)
    }

    fn wait_for_what(&self, task: &str, what: What, times: usize) -> anyhow::Result<()> {
        let story = format!("{task}: {what:?} for the {times}. time in this act");
        let wanted = |entry: &&Entry| &*entry.thread == task && entry.what == what;
        let server_end = |entry: &Entry| &*entry.thread == "acceptor" && entry.what == What::End;
        let before = self.before.len();
        self.stage.memory().wait_until(&story, |entries| {
            let entries = &entries[before..];
            if entries.iter().filter(wanted).nth(times - 1).is_some() {
                return Some(Ok(()));
            }
            let ended = entries.iter().any(server_end);
            ended.then(|| Err(anyhow!("the server ended before {story}")))
        })
    }

    /// Waits for the server's end and tells what it has done.
    pub fn end(self) -> anyhow::Result<()> {
        let report = self.server.join().expect("the server does not panic")?;
        self.stage.explain(&format!("\n{report}"));
        Ok(())
    }
}
