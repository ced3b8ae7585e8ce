use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use ch00_workbench::within;

use super::*;

const LIMIT: Duration = Duration::from_secs(10);

/// A client and the server's side of its connection, which does not block.
fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let client = TcpStream::connect(listener.local_addr().expect("bound")).expect("a listener");
    let (server, _) = listener.accept().expect("a client");
    server.set_nonblocking(true).expect("any socket can");
    (client, server)
}

/// Waits until something has happened.
fn wait(demultiplexer: &Demultiplexer) -> Vec<Ready> {
    let mut batch = Batch::with_capacity(8);
    within(LIMIT, || {
        loop {
            demultiplexer.wait(&mut batch, None).expect("a poller");
            let found: Vec<_> = batch.iter().collect();
            if !found.is_empty() {
                return found;
            }
        }
    })
}

/// What has happened by now, after something that certainly has.
fn look(demultiplexer: &Demultiplexer) -> Vec<Ready> {
    let mut batch = Batch::with_capacity(8);
    demultiplexer.wait(&mut batch, Some(Duration::ZERO)).expect("a poller");
    batch.iter().collect()
}

#[test]
fn a_oneshot_source_tells_once_and_again_when_it_is_rearmed() {
    let demultiplexer = Demultiplexer::new().expect("descriptors");
    let (mut client, server) = pair();
    let server = demultiplexer.register(server, 7, Interest::READ, Trigger::Oneshot).expect("add");
    client.write_all(b"a").expect("open");
    let found = wait(&demultiplexer);
    assert!(found.len() == 1 && found[0].key == 7 && found[0].readable, "{found:?}");
    client.write_all(b"b").expect("open");
    assert_eq!(look(&demultiplexer), [], "nobody has re-armed it");
    server.rearm(Interest::READ).expect("registered");
    assert_eq!(wait(&demultiplexer)[0].key, 7, "what is there already is told of");
}

#[test]
fn a_persistent_source_tells_of_what_is_new() {
    let demultiplexer = Demultiplexer::new().expect("descriptors");
    let (mut client, server) = pair();
    let server = demultiplexer.register(server, 7, Interest::READ, Trigger::Persistent);
    let server = server.expect("add");
    for _ in 0..3 {
        client.write_all(b"a").expect("open");
        while !wait(&demultiplexer).iter().any(|ready| ready.readable) {}
        let mut buffer = [0; 8];
        assert_eq!((&*server).read(&mut buffer).expect("told so"), 1);
    }
    assert!(look(&demultiplexer).iter().all(|ready| !ready.readable));
}

#[test]
fn the_end_of_a_stream_is_told_with_its_last_bytes() {
    let demultiplexer = Demultiplexer::new().expect("descriptors");
    let (mut client, server) = pair();
    client.write_all(b"last").expect("open");
    drop(client);
    let _server = demultiplexer.register(server, 7, Interest::READ, Trigger::Persistent);
    let found = wait(&demultiplexer);
    assert!(found[0].readable && found[0].ends, "{found:?}");
}

#[test]
fn a_wake_up_that_comes_before_the_wait_ends_it_once() {
    let demultiplexer = Demultiplexer::new().expect("descriptors");
    let (mut client, server) = pair();
    let _server = demultiplexer.register(server, 7, Interest::READ, Trigger::Oneshot).expect("add");
    for _ in 0..3 {
        demultiplexer.notify();
        demultiplexer.notify();
        let mut batch = Batch::with_capacity(8);
        within(LIMIT, || demultiplexer.wait(&mut batch, None)).expect("a poller");
        assert_eq!(batch.iter().count(), 0, "a wake-up is no event");
        demultiplexer.wait(&mut batch, Some(Duration::ZERO)).expect("a poller");
    }
    client.write_all(b"a").expect("open");
    demultiplexer.notify();
    assert_eq!(wait(&demultiplexer)[0].key, 7, "an event beside a wake-up is not lost");
}

#[test]
fn a_stop_ends_the_wait() {
    let demultiplexer = Demultiplexer::new().expect("descriptors");
    let stop = StopToken::new();
    let _wake = demultiplexer.wake_on(&stop);
    stop.stop();
    let mut batch = Batch::with_capacity(8);
    within(LIMIT, || demultiplexer.wait(&mut batch, None)).expect("a poller");
}

#[test]
fn a_dropped_source_is_not_told_of() {
    let demultiplexer = Demultiplexer::new().expect("descriptors");
    let (mut client, server) = pair();
    let twin = server.try_clone().expect("descriptors"); // keeps the socket open
    let server = demultiplexer.register(server, 7, Interest::READ, Trigger::Oneshot).expect("add");
    drop(server);
    client.write_all(b"a").expect("open");
    within(LIMIT, || while twin.peek(&mut [0]).is_err() {});
    assert_eq!(look(&demultiplexer), []);
}

#[test]
fn the_portable_wait_tells_the_same_of_a_oneshot_source() {
    let demultiplexer = Demultiplexer::new().expect("descriptors");
    let (mut client, server) = pair();
    let server = demultiplexer.register(server, 7, Interest::READ, Trigger::Oneshot).expect("add");
    client.write_all(b"a").expect("open");
    let mut batch = portable::Batch::with_capacity(8);
    within(LIMIT, || batch.fill(&demultiplexer.poller, None)).expect("a poller");
    let found: Vec<_> = batch.iter().collect();
    assert!(found.len() == 1 && found[0].key == 7 && found[0].readable, "{found:?}");
    assert!(!portable::watch_edges(&demultiplexer.poller, &*server, 8).expect("left to others"));
}
