//! A million messages over a thousand connections, with eight threads, each byte checked:
//!
//! ```console
//! $ cargo run --release -p ch08-leader-followers --example endurance -- s4
//! ```
//!
//! An answer that does not come within twenty seconds is a stall, and ends the run with an error.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use ch08_leader_followers::{Config, EchoServer, Stage};
use clap::ValueEnum;

const THREADS: usize = 8;
const CONNECTIONS: usize = 1_000;
const MESSAGES: usize = 1_000;

/// Threads on the clients' side; each moves its share of the connections in step.
const CLIENTS: usize = 4;

/// Longer than any answer takes, on the slowest machine.
const STALL: Duration = Duration::from_secs(20);

fn main() -> anyhow::Result<()> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "s4".to_owned());
    let Ok(stage) = Stage::from_str(&name, true) else { bail!("there is no stage `{name}`") };
    let config = Config { stage, threads: THREADS, max_threads: THREADS, ..Config::default() };
    let server = EchoServer::bind(SocketAddr::from(([127, 0, 0, 1], 0)), config)?;
    let (address, stop) = (server.local_addr(), server.stop_handle());
    let server = thread::spawn(move || server.run());
    let begun = Instant::now();
    let clients: Vec<_> =
        (0..CLIENTS).map(|share| thread::spawn(move || ask(address, share))).collect();
    for client in clients {
        client.join().expect("a client does not panic")?;
    }
    let took = begun.elapsed();
    stop.stop();
    let report = server.join().expect("the server does not panic")?;
    println!("{} messages in {took:.1?}; {report}", CONNECTIONS * MESSAGES);
    Ok(())
}

/// Asks on a share of the connections: on all of them, and then reads all the answers.
fn ask(address: SocketAddr, share: usize) -> anyhow::Result<()> {
    let mut streams = Vec::new();
    for _ in 0..CONNECTIONS / CLIENTS {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(STALL))?;
        streams.push(stream);
    }
    for message in 0..MESSAGES {
        let text = |connection: usize| format!("{share:02} {connection:04} {message:07}");
        for (connection, stream) in streams.iter_mut().enumerate() {
            stream.write_all(text(connection).as_bytes())?;
        }
        for (connection, stream) in streams.iter_mut().enumerate() {
            let sent = text(connection);
            let mut got = vec![0; sent.len()];
            stream.read_exact(&mut got).with_context(|| format!("a stall: {sent}"))?;
            ensure!(got == sent.as_bytes(), "sent `{sent}`, got {got:?}");
        }
    }
    Ok(())
}
