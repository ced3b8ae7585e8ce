//! The peers are right before they are fast.

#![cfg(target_os = "linux")]

mod support;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use ch00_workbench::{Client, Journal, within};
use ch01_thread_per_connection::listen::listen;
use ch09_showdown::load::{Pace, Plan};
use ch09_showdown::peers::{self, Config, Peer};
use clap::ValueEnum;

use support::measure;

const LIMIT: Duration = Duration::from_secs(60);

/// Starts a peer; with `connections` it ends after so many, and the thread with it.
fn start(peer: Peer, connections: Option<u64>) -> (SocketAddr, thread::JoinHandle<()>) {
    let listener = listen(([127, 0, 0, 1], 0).into()).expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let config = Config { connections, ..Config::default() };
    let server = thread::spawn(move || peers::run(peer, listener, config).expect("it can serve"));
    (address, server)
}

fn each_peer(claim: impl Fn(Peer)) {
    within(LIMIT, || Peer::value_variants().iter().copied().for_each(claim));
}

fn connect(address: SocketAddr) -> Client {
    Client::connect(address, "client", &Journal::off()).expect("it listens")
}

#[test]
fn after_a_mebibyte_and_a_half_close_all_comes_back_and_then_the_end() {
    each_peer(|peer| {
        let (address, _) = start(peer, None);
        let bytes: Vec<u8> = (0..1_u32 << 20).map(|n| (n * 7 / 3) as u8).collect();
        let back = connect(address).exchange_all(&bytes).expect("an echo");
        assert!(back == bytes, "{peer}: {} of {} bytes", back.len(), bytes.len());
    });
}

#[test]
fn many_clients_are_served_at_once() {
    each_peer(|peer| {
        let (address, _) = start(peer, None);
        let plan = Plan { duration: None, messages: Some(3_000), ..Plan::new(address, 200) };
        let outcome = measure(&plan);
        assert_eq!((outcome.answered, outcome.complaint()), (3_000, None), "{peer}");
        assert!(outcome.fewest_and_most.0 > 0, "{peer}: somebody was not served");
    });
}

#[test]
fn an_open_loop_finds_them_all_in_order() {
    each_peer(|peer| {
        let (address, _) = start(peer, None);
        let plan = Plan { duration: None, messages: Some(500), ..Plan::new(address, 10) };
        let outcome = measure(&Plan { pace: Pace::Open { rate: 5_000.0 }, ..plan });
        assert_eq!((outcome.answered, outcome.complaint()), (500, None), "{peer}");
        assert_eq!(outcome.fewest_and_most, (50, 50), "{peer}: they take turns");
    });
}

/// A client that sends until nothing more goes, and reads nothing: the server must stop reading, and
/// serve the others; and when the client reads at last, nothing is lost.
#[test]
fn a_client_that_does_not_read_holds_up_nobody_and_loses_nothing() {
    each_peer(|peer| {
        let (address, _) = start(peer, None);
        let mut glutton = TcpStream::connect(address).expect("it listens");
        glutton.set_nonblocking(true).expect("a socket");
        let (piece, mut sent) = (vec![b'x'; 64 * 1024], 0);
        // Full three times in a row, with somebody else served in between: then it is full.
        let mut full = 0;
        while full < 3 {
            match glutton.write(&piece) {
                Ok(count) => (sent, full) = (sent + count, 0),
                Err(_) => full += 1,
            }
            assert!(sent < 256 << 20, "{peer}: it reads without bound");
            connect(address).round_trip("others are served").expect("an echo");
        }
        glutton.set_nonblocking(false).expect("a socket");
        glutton.shutdown(std::net::Shutdown::Write).expect("it is open");
        let mut back = Vec::new();
        glutton.read_to_end(&mut back).expect("all of it, and then the end");
        assert!(back.len() == sent && back.iter().all(|byte| *byte == b'x'), "{peer}");
    });
}

#[test]
fn a_reset_costs_only_its_own_connection() {
    each_peer(|peer| {
        let (address, _) = start(peer, None);
        let mut stays = connect(address);
        stays.round_trip("before").expect("an echo");
        for _ in 0..10 {
            let mut goes = connect(address);
            goes.send("never read").expect("a connection");
            goes.reset().expect("an option");
        }
        stays.round_trip("after").expect("an echo");
        connect(address).round_trip("a newcomer").expect("an echo");
    });
}

#[test]
fn told_to_serve_two_it_ends_after_the_second() {
    each_peer(|peer| {
        let (address, server) = start(peer, Some(2));
        let (mut first, mut second) = (connect(address), connect(address));
        second.round_trip("two").expect("an echo");
        first.round_trip("one").expect("an echo");
        first.finish().expect("an orderly end");
        second.finish().expect("an orderly end");
        server.join().expect("it ends by itself");
    });
}
