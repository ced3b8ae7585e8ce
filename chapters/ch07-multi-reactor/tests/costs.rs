//! What a message and a quiet client cost in memory. One test, since what is counted is allocated
//! by the whole process.

use std::alloc::System;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use ch00_workbench::resources::raise_descriptor_limit;
use ch00_workbench::within;
use ch07_multi_reactor::{Config, EchoServer};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const LIMIT: Duration = Duration::from_secs(60);
const CLIENTS: usize = 1000;

/// Rounds of messages, of which one must allocate nothing.
const ROUNDS: usize = 5;

/// A quiet client may cost so many bytes: 0.4 KiB.
const BYTES_A_CLIENT: usize = 410;

/// A request and its answer, without an allocation of our own.
fn round_trip(client: &mut TcpStream) {
    let mut answer = [0; 64];
    client.write_all(&[b'x'; 64]).expect("open");
    client.read_exact(&mut answer).expect("open");
}

#[test]
fn a_message_allocates_nothing_and_a_quiet_client_costs_little() {
    within(LIMIT, || {
        raise_descriptor_limit();
        let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = EchoServer::bind(any_port, Config::default()).expect("a free port");
        let (address, stop) = (server.local_addr(), server.stop_handle());
        let server = thread::spawn(move || server.run());
        let mut clients = Vec::with_capacity(CLIENTS + 8);
        let connect = |clients: &mut Vec<TcpStream>, count| {
            for _ in 0..count {
                clients.push(TcpStream::connect(address).expect("the server listens"));
                round_trip(clients.last_mut().expect("the one just pushed"));
            }
        };
        connect(&mut clients, 8);
        // A thread of the process that begins late, the watchdog's perhaps, allocates at its start.
        // So of some rounds one must do without; if messages allocated, none would.
        let mut rounds = (0..ROUNDS).map(|_| {
            let messages = Region::new(ALLOCATOR);
            for _ in 0..500 {
                clients.iter_mut().for_each(round_trip);
            }
            let counts = messages.change();
            counts.allocations + counts.reallocations
        });
        assert!(rounds.any(|allocations| allocations == 0), "each round has allocated");
        let quiet = Region::new(ALLOCATOR);
        connect(&mut clients, CLIENTS);
        let counts = quiet.change();
        let bytes = counts.bytes_allocated.saturating_sub(counts.bytes_deallocated);
        assert!(bytes / CLIENTS <= BYTES_A_CLIENT, "{} bytes for each", bytes / CLIENTS);
        assert!(bytes / CLIENTS >= 100, "{} bytes: a connection cannot cost less", bytes / CLIENTS);
        stop.stop();
        drop(clients);
        server.join().expect("it does not panic").expect("no fatal error");
    });
}
