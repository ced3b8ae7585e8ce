//! What a message and an idle client cost in memory, counted by an allocator that counts.

mod support;

use std::alloc::System;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use ch00_workbench::resources::raise_descriptor_limit;
use ch00_workbench::{Journal, within};
use ch06_half_sync_half_reactive::Mode;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use support::{MODES, Running, start};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const LIMIT: Duration = Duration::from_secs(60);

/// Clients at once.
const CLIENTS: usize = 400;

/// Rounds of messages at most, of which one must allocate nothing.
const ROUNDS: usize = 50;

/// Bytes that the server may keep for an idle client, its share in tables and lists included.
const MOST_BYTES_A_CLIENT: usize = 400;

/// One test for all, since every thread of the process is counted.
#[test]
fn messages_cost_no_allocation_and_idle_clients_little_memory() {
    raise_descriptor_limit();
    for mode in MODES {
        within(LIMIT, || {
            let mut server = serve(mode);
            let mut clients = Vec::with_capacity(CLIENTS);
            // With the first one, the server has all that it needs once.
            clients.push(greet(&server));
            let idle = Region::new(COUNTING);
            // One after the other: what many *busy* clients cost is another matter.
            (1..CLIENTS).for_each(|_| clients.push(greet(&server)));
            let change = idle.change();
            let kept = change.bytes_allocated.saturating_sub(change.bytes_deallocated);
            assert!(kept / CLIENTS <= MOST_BYTES_A_CLIENT, "{mode}: {kept} bytes in all");

            // A list or a buffer grows in a moment when more are busy than ever before, and how often
            // that comes is a matter of luck. But it ends: of some rounds one must do without, and
            // if messages allocated, none would.
            let mut rounds = (0..ROUNDS).map(|_| {
                let busy = Region::new(COUNTING);
                (0..10).for_each(|_| ask_all(&mut clients));
                let counts = busy.change();
                counts.allocations + counts.reallocations
            });
            assert!(rounds.any(|allocations| allocations == 0), "{mode}: each round has allocated");
            drop(clients);
            server.stop.stop();
            server.report();
        });
    }
}

fn serve(mode: Mode) -> Running {
    start(mode, |config| {
        (config.threads, config.batch, config.journal) = (2, 64, Journal::off());
    })
}

/// A client that has had an answer.
fn greet(server: &Running) -> TcpStream {
    let mut client = [TcpStream::connect(server.address).expect("the server listens")];
    ask_all(&mut client);
    let [client] = client;
    client
}

/// All send, then all receive.
fn ask_all(clients: &mut [TcpStream]) {
    let request = [7; 64];
    for client in &mut *clients {
        client.write_all(&request).expect("a connection");
    }
    for client in clients {
        let mut answer = [0; 64];
        client.read_exact(&mut answer).expect("an echo");
        assert_eq!(answer, request);
    }
}
