//! The one act of stage 1: a thread stays with its client.

use ch00_workbench::cli::{DemoFlags, Stage};
use ch08_leader_followers::role::PROCESSING;

use super::clients::{connect, name};
use super::server::Playing;
use crate::flags::Flags;

/// As many silent clients as threads: nobody is left to accept.
pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    stage.act("Leadership as a lock");
    stage.explain("Whoever holds the lock accepts. Then it stays with its client to the end.\n");
    let threads = own.threads.unwrap_or(1);
    let server = Playing::start(stage, flags, own, |_| {})?;
    let mut clients = Vec::new();
    for number in 0..threads {
        clients.push(connect(stage, server.address, number)?);
        server.wait_for_role(PROCESSING, number + 1)?;
    }
    let late = name(threads);
    stage.explain(&format!("\nThe clients are silent, and no thread is free for {late}.\n"));
    let mut last = connect(stage, server.address, threads)?;
    last.send("hello")?;
    stage.explain("\nOne of them goes.\n");
    clients.remove(0).finish()?;
    server.wait_for_words(&format!("serves connection {} to its end", threads + 1), 1)?;
    last.receive("hello")?;
    server.draw();
    server.end()
}
