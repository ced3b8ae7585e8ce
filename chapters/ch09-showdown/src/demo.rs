//! The demo: two servers, measured by the same clients.

use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use ch00_workbench::cli::Stage;
use ch01_thread_per_connection::listen::listen;
use ch09_showdown::load::outcome::Latencies;
use ch09_showdown::load::report::brief;
use ch09_showdown::load::{self, Halt, Outcome, Plan, Silent};
use ch09_showdown::peers::{self, Config, Peer};

/// Tells the story.
pub fn run(stage: &Stage) -> anyhow::Result<()> {
    stage.act("Two servers, the same fifty clients");
    for peer in [Peer::TokioCurrent, Peer::Smol] {
        let outcome = measure(start(peer)?)?;
        let p99 = Latencies::of(&outcome.latency).p99;
        stage.explain(&format!(
            "{peer:<14} {:.0} messages/s, 99 of 100 answered within {}",
            outcome.rate,
            brief(p99)
        ));
    }
    stage.moral("measure before you believe.");
    Ok(())
}

fn measure(address: SocketAddr) -> anyhow::Result<Outcome> {
    let plan = Plan { duration: Some(Duration::from_millis(500)), ..Plan::new(address, 50) };
    load::run(&plan, &Halt::default(), &mut Silent)
}

fn start(peer: Peer) -> anyhow::Result<SocketAddr> {
    let listener = listen(([127, 0, 0, 1], 0).into())?;
    let address = listener.local_addr()?;
    thread::Builder::new()
        .name(peer.to_string())
        .spawn(move || peers::run(peer, listener, Config { threads: 1, ..Config::default() }))?;
    Ok(address)
}
