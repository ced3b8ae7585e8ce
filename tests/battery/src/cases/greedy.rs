//! Clients that never have enough.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result};

use crate::bytes::PERIOD;
use crate::case::{Against, Case, Needs, Weight};
use crate::expected::{self, Expected, patience};
use crate::process::poll;
use crate::servers::Server;
use crate::subject::Subject;
use crate::transfer::Flood;

/// A server that reads a connection until nothing more is there never comes to the next one, if the
/// client is as quick as itself. The work for each request sees to that: the server is slower.
pub const CASE: Case = Case {
    name: "greedy_clients_starve_nobody",
    about: "More clients than threads send and receive without a pause: one with a small request \
            now and then is answered each time",
    against: Against::Own("--work spin:200us"),
    weight: Weight::Heavy,
    needs: Needs::Nothing,
    expected,
    run,
};

/// What they have received together before the light one comes: they are under way then.
const UNDER_WAY: usize = 256 * 1024;

const REQUESTS: usize = 5;

fn expected(server: &Server) -> Expected {
    if server.gives_way {
        return expected::passes_unless_clients_pin_workers(server);
    }
    Expected::Cannot {
        why: "a task gives way only where it has to wait, and such clients never let it wait",
        sign: expected::NO_ANSWER,
    }
}

fn run(subject: &mut Subject) -> Result<()> {
    let clients =
        (0..subject.server.crowd() as u64).map(|seed| Flood::over(subject.connect()?, seed));
    let mut floods = clients.collect::<Result<Vec<_>>>()?;
    let (enough, received) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        let greedy = scope.spawn(|| flood_until(&enough, &mut floods, &received));
        let answered = ask_meanwhile(subject, &received);
        // Relaxed: nothing else is handed over with it.
        enough.store(true, Ordering::Relaxed);
        greedy.join().expect("no panic");
        answered
    })
}

fn ask_meanwhile(subject: &Subject, received: &AtomicUsize) -> Result<()> {
    let under_way = || (received.load(Ordering::Relaxed) >= UNDER_WAY).then_some(());
    poll(patience(), under_way).context("the greedy clients get next to nothing")?;
    let light = subject.connect()?;
    for number in 0..REQUESTS {
        let answered = light.ask("a small request", subject.patience);
        answered.with_context(|| format!("request {number} of a light client"))?;
    }
    Ok(())
}

/// Lets all of them send and receive, in turn, as fast as it goes.
fn flood_until(enough: &AtomicBool, floods: &mut Vec<Flood>, received: &AtomicUsize) {
    while !enough.load(Ordering::Relaxed) {
        let mut moved = 0;
        // One that was turned away has no more to say.
        floods.retain_mut(|flood| match (flood.push(PERIOD), flood.pull()) {
            (Ok(pushed), Ok(pulled)) => {
                moved += pushed + pulled;
                received.fetch_add(pulled, Ordering::Relaxed);
                true
            }
            _ => false,
        });
        if moved == 0 {
            thread::yield_now();
        }
    }
}
