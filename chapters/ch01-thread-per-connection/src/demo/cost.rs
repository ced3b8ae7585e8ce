//! Act 3: what many idle clients cost.

use std::thread;
use std::time::Instant;

use ch00_workbench::cli::{DemoFlags, Stage};
use ch00_workbench::resources::{memory_use, raise_descriptor_limit};
use ch00_workbench::{Client, Journal};
use ch01_thread_per_connection::{Config, EchoServer};

use crate::flags::Flags;

/// Descriptors that a process needs besides the sockets: files, the journal, the libraries.
const SPARE_DESCRIPTORS: u64 = 64;

pub fn play(stage: &Stage, flags: &DemoFlags, own: &Flags) -> anyhow::Result<()> {
    let clients = as_many_as_fit(stage, own.clients);
    stage.act(&format!("Act 3: {clients} clients who say one word and stay"));
    let threads = own.threads();
    let connections = Some(clients as u64);
    let config = Config { spawn: Box::new(threads), connections, ..Config::default() };
    let server = EchoServer::bind(flags.addr_on_any_port(), config)?;
    let address = server.local_addr();
    let acceptor = thread::spawn(|| server.run());

    let before = memory_use();
    let start = Instant::now();
    let mut staying = Vec::with_capacity(clients);
    for _ in 0..clients {
        let mut client = Client::connect(address, "client", &Journal::off())?;
        // A client without an answer was refused: there was no thread for it.
        if client.round_trip("hello").is_ok() {
            staying.push(client);
        }
    }
    let took = start.elapsed();
    // The figures are for clients that were answered: one that is refused costs next to nothing.
    let served = staying.len();
    stage.explain(&format!("{served} threads, one for each client that was answered"));
    if let Some(each) = took.checked_div(u32::try_from(served).unwrap_or(u32::MAX)) {
        stage.explain(&format!("{each:.1?} to connect, start a thread and answer, each"));
    }
    if let (Some(before), Some(after), 1..) = (before, memory_use(), served) {
        let each = |before: usize, after: usize| after.saturating_sub(before) / served / 1024;
        let reserved = each(before.reserved, after.reserved);
        let resident = each(before.resident, after.resident);
        stage.explain(&format!("{resident} KiB of memory, each, client and server together"));
        stage.explain(&format!("{reserved} KiB of addresses reserved, each, mostly for a stack"));
    }
    drop(staying);
    let report = acceptor.join().expect("the acceptor does not panic")?;
    stage.explain(&report.to_string());
    Ok(())
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
