//! Act 2: requests that take a while, all at once.

use std::io;
use std::thread;
use std::time::Instant;

use ch00_workbench::cli::{DemoFlags, Stage};
use ch00_workbench::{Client, Journal, Work};
use ch01_thread_per_connection::{Config, EchoServer};

const CLIENTS: u64 = 8;

pub fn play(stage: &Stage, flags: &DemoFlags) -> anyhow::Result<()> {
    let work = flags.common.work.clone();
    let work = work.unwrap_or_else(|| "sleep:200ms".parse().expect("it reads like this"));
    stage.act(&format!("Act 2: {CLIENTS} requests at once, each with work {work}"));
    let config = Config { work: work.clone(), connections: Some(CLIENTS), ..Config::default() };
    let server = EchoServer::bind(flags.addr_on_any_port(), config)?;
    let address = server.local_addr();
    let acceptor = thread::spawn(|| server.run());
    // Calibrates spinning, and shows how long one request takes alone on this machine.
    let alone = time(|| work.run(b"request"));
    let mut clients = (0..CLIENTS)
        .map(|_| Client::connect(address, "client", &Journal::off()))
        .collect::<io::Result<Vec<_>>>()?;
    let mut answered = 0;
    let together = time(|| {
        let sent = clients.iter_mut().map(|client| client.send("request").is_ok());
        let sent: Vec<bool> = sent.collect();
        for (client, _) in clients.iter_mut().zip(sent).filter(|(_, sent)| *sent) {
            answered += u64::from(client.receive("request").is_ok());
        }
    });
    drop(clients);
    acceptor.join().expect("the acceptor does not panic")?;
    stage.explain(&format!(
        "one request alone takes {alone:.1?}, {answered} together take {together:.1?}"
    ));
    if let Work::Sleep(_) = work {
        stage.explain("While a thread sleeps, the others run: the waits overlap.");
    }
    Ok(())
}

fn time(body: impl FnOnce()) -> std::time::Duration {
    let start = Instant::now();
    body();
    start.elapsed()
}
