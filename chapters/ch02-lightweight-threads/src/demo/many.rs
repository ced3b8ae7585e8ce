//! Act 4: many clients at once, and what each of them costs.

use std::io;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use ch00_workbench::cli::{DemoFlags, Stage};
use ch00_workbench::resources::{memory_use, raise_descriptor_limit};
use ch00_workbench::{Client, Journal, Work};
use ch02_lightweight_threads::EchoServer;
use ch02_lightweight_threads::handler::Manner;

use crate::flags::{Flags, config};

/// Descriptors that a process needs besides the sockets: files, the journal, the reactor.
const SPARE_DESCRIPTORS: u64 = 64;

/// Requests that compute do not overlap: with more of them, this act would take too long.
const MOST_COMPUTING: usize = 16;

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    let work = flags.common.work.clone().unwrap_or(Work::Sleep(Duration::from_millis(200)));
    let wanted = if let Work::Spin(_) = work { MOST_COMPUTING } else { usize::MAX };
    let clients = as_many_as_fit(stage, own.clients.min(wanted));
    stage.act(&format!("Act 4: {clients} requests at once, each with work {work}"));
    let mut config = config(Journal::off(), &flags.common, own)?;
    config.work = work.clone();
    config.manner = Manner::Awaits;
    config.connections = Some(clients as u64);
    let server = EchoServer::bind(flags.addr_on_any_port(), config)?;
    let address = server.local_addr();
    let server = thread::Builder::new().name("server".to_owned()).spawn(|| server.run());
    let server = server.context("no thread for the server")?;
    // Calibrates spinning, and shows how long one request takes alone on this machine.
    let alone = time(|| {
        work.run(b"request");
        Ok(())
    })?;

    let before = memory_use();
    let (connected, together) = match all_at_once(address, clients) {
        // A server that has ended knows better than its clients what went wrong.
        Err(error) if server.is_finished() => {
            server.join().expect("the server does not panic")?;
            return Err(error.into());
        }
        both => both.context("a client")?,
    };
    let threads = own.threads;
    stage.explain(&format!("{clients} tasks, and threads to run them: {threads}"));
    stage.explain(&format!(
        "one request alone takes {alone:.1?}, {clients} together take {together:.1?}"
    ));
    if let (Some(before), Some(after)) = (before, memory_use()) {
        let each = after.resident.saturating_sub(before.resident) as f64 / clients as f64 / 1024.0;
        stage.explain(&format!("{each:.1} KiB of memory, each, client and server together"));
    }
    drop(connected);
    let report = server.join().expect("the server does not panic")?;
    stage.explain(&report.to_string());
    Ok(())
}

/// Connects the clients, and returns them with the time that their requests took.
fn all_at_once(address: SocketAddr, clients: usize) -> io::Result<(Vec<Client>, Duration)> {
    let connect = |_| Client::connect(address, "client", &Journal::off());
    let mut connected: Vec<Client> = (0..clients).map(connect).collect::<io::Result<_>>()?;
    let together = time(|| {
        connected.iter_mut().try_for_each(|client| client.send("request"))?;
        connected.iter_mut().try_for_each(|client| client.receive("request"))
    })?;
    Ok((connected, together))
}

/// Client and server are one process here, so that each connection takes two descriptors.
fn as_many_as_fit(stage: &Stage, wanted: usize) -> usize {
    let limit = raise_descriptor_limit();
    let fit = usize::try_from(limit.saturating_sub(SPARE_DESCRIPTORS) / 2).unwrap_or(usize::MAX);
    if fit < wanted {
        stage.explain(&format!("\n{limit} descriptors allow {fit} of {wanted} clients here"));
    }
    wanted.min(fit)
}

fn time(body: impl FnOnce() -> io::Result<()>) -> io::Result<Duration> {
    let start = Instant::now();
    body()?;
    Ok(start.elapsed())
}
