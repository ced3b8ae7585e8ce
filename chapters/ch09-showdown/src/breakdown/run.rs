//! A run of one server in this process, with everybody's entries in one journal.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use ch00_workbench::{Journal, Memory};

use super::client;
use super::contenders::Contender;
use super::spans::{self, Message};
use super::switches;
use crate::affinity::pin_this_thread;
use crate::compare::Placement;

/// Messages before the first that counts, for each client.
const WARM_UP: usize = 200;

/// What was seen of a server.
pub struct Observed {
    /// The messages that could be followed: none, if there were several clients.
    pub messages: Vec<Message>,
    /// Voluntary context switches of the server's threads for a message; `None` where the system
    /// does not tell.
    pub switches: Option<f64>,
    /// Time for a message, all clients together: what the throughput comes to.
    pub each: Duration,
}

/// Runs `contender` under `clients` clients that wait for each answer.
///
/// # Errors
/// If anything fails: the server, a client, a thread.
pub fn observe(
    contender: Contender,
    clients: usize,
    messages: usize,
    payload: usize,
    placement: Placement,
) -> anyhow::Result<Observed> {
    let memory = Memory::new();
    // Only one client's messages can be told apart; several are measured with the journal off.
    let journal = match clients {
        1 => Journal::to(vec![Box::new(memory.clone())]),
        _ => Journal::off(),
    };
    let bound = contender.bind(journal.clone()).context("cannot listen")?;
    let (address, stop, run) = (bound.address, bound.stop, bound.run);
    thread::scope(|scope| {
        let server =
            thread::Builder::new().name("server".to_owned()).spawn_scoped(scope, || {
                on(placement.server())?;
                anyhow::Ok(run()?)
            })?;
        let talk = |messages| -> anyhow::Result<Duration> {
            let start = Instant::now();
            let all: Vec<_> = (1..=clients)
                .map(|number| {
                    let (journal, cores) = (&journal, placement.load(1));
                    let name = format!("{}-{number}", client::NAME);
                    thread::Builder::new().name(name).spawn_scoped(scope, move || {
                        on(cores.first().copied())?;
                        client::talk(address, messages, payload, journal)
                    })
                })
                .collect();
            for client in all {
                client?.join().expect("clients do not panic")?;
            }
            Ok(start.elapsed())
        };
        let outcome = talk(WARM_UP).and_then(|_| {
            let before = switches::of_the_servers_threads();
            let time = talk(messages)?;
            Ok((time, switches::of_the_servers_threads().zip(before)))
        });
        // Also after an error: the scope waits for the server.
        stop.stop();
        server.join().expect("the server does not panic")?;
        let (time, switched) = outcome?;
        let whole = (clients * messages) as f64;
        let mut followed = spans::messages(&memory.entries(), |entry| contender.takes(entry));
        followed.drain(..followed.len().min(WARM_UP));
        Ok(Observed {
            messages: followed,
            switches: switched.map(|(after, before)| after.saturating_sub(before) as f64 / whole),
            each: time.div_f64(whole),
        })
    })
}

/// Moves this thread to `core`, if there is one; what it starts stays with it.
fn on(core: Option<usize>) -> anyhow::Result<()> {
    let Some(core) = core else { return Ok(()) };
    pin_this_thread(core).with_context(|| format!("cannot run on core {core}"))
}
