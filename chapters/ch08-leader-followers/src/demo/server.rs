//! A server on the stage: its threads come one after the other, and the story can wait for roles.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Context, bail};
use ch00_workbench::cli::{DemoFlags, Stage, cannot_listen};
use ch00_workbench::render::swimlane;
use ch00_workbench::{Curtain, Entry, Memory, What};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch05_two_phase_termination::{Report, StopHandle};
use ch08_leader_followers::role::{FOLLOWER, LEADER};
use ch08_leader_followers::s5::WATCHER;
use ch08_leader_followers::{Config, EchoServer};

use crate::flags::{Flags, config};

/// Columns of a swimlane: what fits an ordinary terminal.
const WIDTH: usize = 80;

/// What a server says, in whose place no thread could be started.
const NO_THREAD: &str = "cannot be started";

/// A server that plays its part.
pub struct Playing<'a> {
    pub address: SocketAddr,
    stage: &'a Stage,
    stop: StopHandle,
    curtain: Curtain,
    server: JoinHandle<io::Result<Report>>,
    /// Entries of the acts before this one.
    before: usize,
}

impl<'a> Playing<'a> {
    /// Starts a server with what the flags say and `change` adds; it has its threads then.
    pub fn start(
        stage: &'a Stage,
        flags: &DemoFlags,
        own: &Flags,
        change: impl FnOnce(&mut Config),
    ) -> anyhow::Result<Playing<'a>> {
        let curtain = Curtain::before(stage.journal());
        let mut config = config(curtain.journal(), &flags.common, own)?;
        config.spawn = Arc::new(InStep {
            threads: OsThreads::default(),
            memory: stage.memory().clone(),
            before: stage.memory().entries().len(),
        });
        change(&mut config);
        let server = EchoServer::bind(flags.addr, config)
            .map_err(|error| cannot_listen(flags.addr, error))?;
        let (address, stop) = (server.local_addr(), server.stop_handle());
        let before = stage.memory().entries().len();
        let server =
            thread::Builder::new().name("server".to_owned()).spawn(move || server.run())?;
        let playing = Playing { address, stage, stop, curtain, server, before };
        playing.wait("the threads are there", |entries| {
            let ready = |entry: &&Entry| &*entry.thread == "server" && entry.what != What::End;
            entries.iter().find(ready).map(drop)
        })?;
        Ok(playing)
    }

    /// Waits until one thread leads and all others follow, a watcher among them.
    pub fn wait_until_quiet(&self) -> anyhow::Result<()> {
        self.wait("one leads and all others follow", |entries| {
            let roles = roles(entries);
            let leads = roles.values().filter(|role| **role == LEADER).count() == 1;
            let quiet = [LEADER, FOLLOWER, WATCHER];
            (leads && roles.values().all(|role| quiet.contains(role))).then_some(())
        })
    }

    /// Waits until just so many threads have the role.
    pub fn wait_for_role(&self, role: &str, threads: usize) -> anyhow::Result<()> {
        self.wait(&format!("{threads} of the threads: {role}"), |entries| {
            let so_many = roles(entries).values().filter(|now| **now == role).count();
            (so_many == threads).then_some(())
        })
    }

    /// Waits until these words have been said for the `times`th time.
    pub fn wait_for_words(&self, words: &str, times: usize) -> anyhow::Result<()> {
        self.wait(words, |entries| {
            let said = |entry: &&Entry| entry.to_string().ends_with(words);
            entries.iter().filter(said).nth(times - 1).map(drop)
        })
    }

    /// Waits until `look` finds something in this act's entries.
    ///
    /// # Errors
    /// If the server has ended, or could not have a thread: what is waited for would never come.
    fn wait<T>(&self, what: &str, look: impl Fn(&[Entry]) -> Option<T>) -> anyhow::Result<T> {
        let found = self.stage.memory().wait_until(what, |entries| {
            let entries = &entries[self.before..];
            let ended = |entry: &Entry| match &entry.what {
                What::End => &*entry.thread == "server",
                What::Message(text) => text.contains(NO_THREAD),
                What::State(_) => false,
            };
            match look(entries) {
                Some(found) => Some(Ok(found)),
                None => {
                    entries.iter().find(|entry| ended(entry)).map(|entry| Err(entry.to_string()))
                }
            }
        });
        match found {
            Ok(found) => Ok(found),
            Err(_) if self.server.is_finished() || self.stop.now().is_stopped() => {
                bail!("the server could not go on")
            }
            Err(why) => bail!("the demo cannot go on: {why}"),
        }
    }

    /// Draws this act, a lane for each thread.
    pub fn draw(&self) {
        let mut entries = self.stage.memory().entries().split_off(self.before);
        entries.retain(|entry| entry.thread.starts_with("thread-"));
        self.stage.explain(&format!("\n{}", swimlane(&entries, WIDTH)));
    }

    /// Stops the server behind the curtain.
    ///
    /// # Errors
    /// What kept it from serving.
    pub fn end(self) -> anyhow::Result<()> {
        self.curtain.fall();
        self.stop.stop_now();
        let outcome = self.server.join().expect("the server does not panic");
        outcome.map(drop).context("the server has failed")
    }
}

/// Each thread's role after these entries.
fn roles(entries: &[Entry]) -> BTreeMap<&str, &str> {
    let mut roles = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.thread.starts_with("thread-")) {
        match &entry.what {
            What::State(role) => drop(roles.insert(&*entry.thread, role.as_str())),
            What::End => drop(roles.remove(&*entry.thread)),
            What::Message(_) => {}
        }
    }
    roles
}

/// Threads that come one after the other: each has its role before anything else happens.
struct InStep {
    threads: OsThreads,
    memory: Memory,
    before: usize,
}

impl Spawn for InStep {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        self.threads.spawn(name.clone(), job)?;
        self.memory.wait_until("the new thread's role", |entries| {
            roles(&entries[self.before..]).get(name.as_str()).map(drop)
        });
        Ok(())
    }
}
