//! The acts of stages 2 to 5. Each waits for roles and gates, never for a time.

use ch00_workbench::cli::{DemoFlags, Stage};
use ch00_workbench::{Client, Gate};
use ch08_leader_followers::Stage as Pattern;
use ch08_leader_followers::role::{LEADER, PROCESSING};

use super::clients::{connect, gates, name, slow};
use super::server::Playing;
use crate::flags::Flags;

/// One client, whose every event is handled before the next one comes.
// ANCHOR: quiet
pub fn quiet(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("A quiet moment");
    stage.explain(match own.stage {
        Pattern::S5 => "Whoever leads processes what it sees, and leads on.\n",
        _ => "Whoever leads sees one event, promotes, processes it, and follows again.\n",
    });
    let server = Playing::start(stage, flags, own, |_| {})?;
    let mut alice = connect(stage, server.address, 0)?;
    server.wait_for_words("accepts connection 1", 1)?;
    server.wait_until_quiet()?;
    for (request, times) in [("hello", 1), ("again", 2)] {
        alice.send(request)?;
        server.wait_for_words("serves connection 1", times)?;
        server.wait_until_quiet()?;
        alice.receive(request)?;
    }
    server.draw();
    server.end()
}
// ANCHOR_END: quiet

/// As many slow requests as threads: nobody is left to watch.
pub fn busy(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("A busy moment");
    stage.explain(match own.stage {
        Pattern::S5 => "As many slow requests as threads. Nobody can depose the last leader.\n",
        _ => "As many slow requests as threads. The last leader finds nobody to promote.\n",
    });
    let threads = own.threads.unwrap_or(1);
    let (gates, hook) = gates(threads);
    let server = Playing::start(stage, flags, own, |config| {
        config.max_threads = threads;
        config.request = hook;
    })?;
    let mut clients = everybody_busy(stage, &server, threads, &gates)?;
    let late = name(threads);
    stage.explain(&format!("\nNobody watches. What {late} does waits in the system's queues.\n"));
    let mut last = connect(stage, server.address, threads)?;
    last.send("hello")?;
    stage.explain(match own.stage {
        Pattern::S5 => "\nOne thread returns, and there is somebody to look out again.\n",
        _ => "\nOne thread returns, and takes the vacant leadership.\n",
    });
    gates[0].open();
    server.wait_for_words(&format!("serves connection {}", threads + 1), 1)?;
    server.wait_for_role(LEADER, 1)?;
    last.receive("hello")?;
    answer_all(&server, &mut clients, &gates)?;
    server.draw();
    server.end()
}

/// Has each thread process a client's slow request.
fn everybody_busy(
    stage: &Stage,
    server: &Playing,
    threads: usize,
    gates: &[Gate],
) -> anyhow::Result<Vec<Client>> {
    let mut clients = Vec::new();
    for number in 0..threads {
        clients.push(connect(stage, server.address, number)?);
        server.wait_for_words(&format!("accepts connection {}", number + 1), 1)?;
        server.wait_until_quiet()?;
    }
    for (number, client) in clients.iter_mut().enumerate() {
        client.send(&slow(number))?;
        gates[number].wait_for_waiting(1);
    }
    Ok(clients)
}

/// Lets the slow answers go, one after the other.
fn answer_all(server: &Playing, clients: &mut [Client], gates: &[Gate]) -> anyhow::Result<()> {
    let busy = clients.len();
    for (number, client) in clients.iter_mut().enumerate() {
        gates[number].open();
        server.wait_for_role(PROCESSING, busy - number - 1)?;
        client.receive(&slow(number))?;
    }
    server.wait_until_quiet()
}

/// The leader hands its events over, and stays at the look-out.
pub fn hand_off(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Hand-off");
    stage.explain("The leader may hand an event to a follower instead, and lead on.\n");
    let server = Playing::start(stage, flags, own, |config| config.hand_off = true)?;
    let mut alice = connect(stage, server.address, 0)?;
    server.wait_for_words("accepts connection 1", 1)?;
    server.wait_until_quiet()?;
    alice.send("hello")?;
    server.wait_for_words("serves connection 1", 1)?;
    server.wait_until_quiet()?;
    alice.receive("hello")?;
    server.draw();
    server.end()
}

/// All process, and one more thread may be: it takes the vacancy.
pub fn growth(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    let threads = own.threads.unwrap_or(1);
    let most = own.max_threads.unwrap_or(threads + 1).max(threads);
    stage.act("One thread more");
    stage.explain(&format!("{threads} threads that stay, {most} at most, and slow requests.\n"));
    let (gates, hook) = gates(threads);
    let server = Playing::start(stage, flags, own, |config| {
        config.max_threads = most;
        config.request = hook;
    })?;
    let mut clients = everybody_busy(stage, &server, threads, &gates)?;
    let mut last = connect(stage, server.address, threads)?;
    if most > threads {
        server.wait_for_words(&format!("accepts connection {}", threads + 1), 1)?;
        server.wait_for_role(LEADER, 1)?;
        last.send("hello")?;
        server.wait_for_words(&format!("serves connection {}", threads + 1), 1)?;
        server.wait_for_role(LEADER, 1)?;
        last.receive("hello")?;
    }
    answer_all(&server, &mut clients, &gates)?;
    server.draw();
    server.end()
}
