//! What chapter 7 promises: a connection has one worker, and that worker serves it in turns.

mod support;

use std::collections::BTreeSet;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use ch00_workbench::{Client, Gate, What, Work, within};
use support::{Running, start};

const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn a_connection_stays_with_its_worker() {
    within(LIMIT, || {
        let mut server = start(2, |_| {});
        let mut clients: Vec<_> = (1..=4).map(|number| server.seat(number)).collect();
        for request in 0..20 {
            for client in &mut clients {
                client.round_trip(&format!("request {request}")).expect("an echo");
            }
        }
        clients.into_iter().for_each(|client| client.finish().expect("an orderly end"));
        server.stop.stop();
        assert_eq!(server.report().connections.served, 4);
        for number in 1..=4 {
            let worker = if number % 2 == 1 { "worker-1" } else { "worker-2" };
            assert_eq!(who_serves(&server, number), [worker], "connection {number}");
        }
    });
}

#[test]
fn a_worker_tells_its_story() {
    within(LIMIT, || {
        let mut server = start(1, |_| {});
        let waiting = |times| {
            let is_it = |entry: &ch00_workbench::Entry| {
                &*entry.thread == "worker-1" && entry.what == What::State("waiting".to_owned())
            };
            server.memory.wait_for_nth(times, "the worker waits", is_it);
        };
        waiting(1);
        let mut client = server.connect();
        waiting(2);
        client.round_trip("hello").expect("an echo");
        waiting(3);
        client.finish().expect("an orderly end");
        waiting(4);
        server.stop.stop();
        server.report();
        let story = story_of(&server, "worker-1");
        assert!(story.contains("serves connection 1"), "{story}");
        insta::assert_snapshot!("worker", story);
    });
}

#[test]
fn a_slow_request_holds_up_its_neighbours_and_nobody_else() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answer");
        let mut server = start(2, |config| config.work = Work::Held("slow", gate.clone()));
        let [mut slow, mut other, mut neighbour] = [1, 2, 3].map(|number| server.seat(number));
        slow.send("slow").expect("a connection");
        gate.wait_for_waiting(1);
        neighbour.send("quick").expect("a connection");
        other.round_trip("quick").expect("the other worker is free");
        // Worker 1 stands at the gate, and only worker 1 serves connection 3.
        assert_eq!(who_serves(&server, 3), Vec::<String>::new());
        gate.open();
        slow.receive("slow").expect("the slow answer");
        neighbour.receive("quick").expect("the answer that had to wait");
        assert_eq!(who_serves(&server, 3), ["worker-1"]);
        server.stop.stop();
        drop((slow, other, neighbour));
        server.report();
    });
}

#[test]
fn after_a_half_close_every_byte_comes_back() {
    within(LIMIT, || {
        let mut server = start(2, |config| config.connections = Some(3));
        let sent: Vec<u8> = (0..1 << 20).map(|n: u32| (n % 251) as u8).collect();
        for _ in 0..3 {
            let received = server.connect().exchange_all(&sent).expect("an echo");
            assert!(received == sent, "{} bytes of {} came back", received.len(), sent.len());
        }
        assert_eq!(server.report().connections.bytes, 3 << 20);
    });
}

#[test]
fn a_quiet_client_is_closed_when_its_time_is_up() {
    within(LIMIT, || {
        let mut server = start(1, |config| config.idle = Some(Duration::from_millis(50)));
        let mut quiet = server.seat(1);
        quiet.expect_end().expect("the end, and no byte");
        server.wait_for("connection 1 broken: idle for too long");
        server.stop.stop();
        assert_eq!(server.report().connections.broken, 1);
    });
}

/// Sends until nothing more is taken; returns how much that was.
fn send_until_full(client: &mut TcpStream, block: &[u8]) -> usize {
    client.set_nonblocking(true).expect("any socket can");
    let mut sent = 0;
    let mut fulls = 0;
    while fulls < 200 {
        match client.write(&block[sent % 4096..]) {
            Ok(count) => (sent, fulls) = (sent + count, 0),
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                fulls += 1;
                std::thread::yield_now();
            }
            Err(error) => panic!("{error}"),
        }
    }
    client.set_nonblocking(false).expect("any socket can");
    sent
}

#[test]
fn a_client_that_never_reads_is_not_read_from_for_ever() {
    within(LIMIT, || {
        let mut server = start(1, |_| {});
        let mut greedy = TcpStream::connect(server.address).expect("the server listens");
        let block: Vec<u8> = (0..64 * 1024).map(|n: u32| (n % 4096 % 251) as u8).collect();
        let sent = send_until_full(&mut greedy, &block);
        // It is full at all; and a neighbour of the same worker is served.
        let mut neighbour: Client = server.seat(2);
        neighbour.round_trip("still here").expect("an echo");
        neighbour.finish().expect("an orderly end");
        let mut received = vec![0; sent];
        greedy.read_exact(&mut received).expect("all that is owed");
        let right = received.iter().enumerate().all(|(n, &byte)| byte == block[n % 4096]);
        assert!(right, "the bytes came back as they were sent");
        server.stop.stop();
        drop(greedy);
        server.report();
    });
}

/// Who has noted that it serves this connection.
fn who_serves(server: &Running, number: u64) -> Vec<String> {
    let served = What::Message(format!("serves connection {number}"));
    let entries = server.memory.entries();
    let served = entries.iter().filter(|entry| entry.what == served);
    let who: BTreeSet<_> = served.map(|entry| entry.thread.to_string()).collect();
    who.into_iter().collect()
}

/// What one thread noted, a line each: deterministic, whatever the other threads did.
fn story_of(server: &Running, thread: &str) -> String {
    let entries = server.memory.entries();
    let own = entries.iter().filter(|entry| &*entry.thread == thread);
    own.map(|entry| match &entry.what {
        What::State(state) => format!("[{state}]\n"),
        What::Message(text) => format!("{text}\n"),
        What::End => "[ended]\n".to_owned(),
    })
    .collect()
}
