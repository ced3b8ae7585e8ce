//! An event needs no memory: not for the batch, not for the hand-over, not for the answer.
//!
//! The only test of this binary, since it counts what the whole process allocates.

use std::alloc::System;
use std::io::{Read, Write};
use std::net::TcpStream;

use ch00_workbench::within;
use ch08_leader_followers::{Config, EchoServer, Stage};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const CLIENTS: usize = 50;
const ROUNDS: usize = 100;

/// Counted one by one, since other threads of the process may still be at their own beginnings: what
/// a message needs, it would need in all of them.
const REGIONS: usize = 5;

#[test]
fn a_message_allocates_nothing() {
    within(std::time::Duration::from_secs(60), || {
        let config = Config { stage: Stage::S5, threads: 2, ..Config::default() };
        let any_port = ([127, 0, 0, 1], 0).into();
        let server = EchoServer::bind(any_port, config).expect("a free port");
        let (address, stop) = (server.local_addr(), server.stop_handle());
        let running = std::thread::spawn(move || server.run());
        let connect = |_| TcpStream::connect(address).expect("the server listens");
        let mut clients: Vec<_> = (0..CLIENTS).map(connect).collect();
        // The first rounds find the sizes that suffice.
        (0..ROUNDS).for_each(|_| ask_all(&mut clients));
        let counts = (0..REGIONS).map(|_| {
            let region = Region::new(ALLOCATOR);
            (0..ROUNDS).for_each(|_| ask_all(&mut clients));
            let counts = region.change();
            counts.allocations + counts.reallocations
        });
        let counts: Vec<_> = counts.collect();
        assert!(counts.contains(&0), "allocations for 5,000 messages each: {counts:?}");
        drop(clients);
        stop.stop();
        let report = running.join().expect("no panic").expect("no error");
        assert_eq!(report.connections.bytes, ((REGIONS + 1) * ROUNDS * CLIENTS * 64) as u64);
    });
}

/// All ask before anybody is answered, so that a wait finds many events.
fn ask_all(clients: &mut [TcpStream]) {
    let mut answer = [0; 64];
    for client in &mut *clients {
        client.write_all(&[7; 64]).expect("a connection");
    }
    for client in clients {
        client.read_exact(&mut answer).expect("an echo");
        assert_eq!(answer, [7; 64]);
    }
}
