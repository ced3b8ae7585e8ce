//! What chapter 1 promises: each connection has a thread, and none waits for another.

mod support;

use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::{Gate, Work, within};
use ch01_thread_per_connection::Report;
use ch01_thread_per_connection::spawn::OsThreads;
use support::start;

const LIMIT: Duration = Duration::from_secs(30);

#[test]
fn a_slow_request_holds_up_nobody_else() {
    within(LIMIT, || {
        let gate = Gate::new("the slow request's answer");
        let mut server = start(2, |config| config.work = Work::Held("slow", gate.clone()));
        let mut slow = server.connect();
        slow.send("slow").expect("a connection");
        gate.wait_for_waiting(1);

        // While the first connection's thread stands at the gate, the second is served to its end.
        let mut quick = server.connect();
        quick.round_trip("quick").expect("an echo");
        quick.finish().expect("an orderly end");

        gate.open();
        slow.receive("slow").expect("an echo");
        slow.finish().expect("an orderly end");
        assert_eq!(server.report(), Report { served: 2, bytes: 9, ..Report::default() });
        assert_eq!(server.story_of("connection-1"), server.story_of("connection-2"));
        insta::assert_snapshot!("connection", server.story_of("connection-1"));
    });
}

#[test]
fn the_acceptor_only_accepts() {
    within(LIMIT, || {
        let mut server = start(2, |_| {});
        for _ in 0..2 {
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            client.finish().expect("an orderly end");
        }
        assert_eq!(server.report().served, 2);
        insta::assert_snapshot!("acceptor", server.story_of("acceptor"));
    });
}

#[test]
fn a_mebibyte_and_a_half_close_come_back_byte_for_byte() {
    within(LIMIT, || {
        let sent: Vec<u8> = (0..1024 * 1024_u32).map(|index| (index % 251) as u8).collect();
        let mut server = start(1, |_| {});
        let received = server.connect().exchange_all(&sent).expect("an echo");
        assert!(received == sent, "{} of {} bytes came back right", received.len(), sent.len());
        let report = server.report();
        assert_eq!((report.served, report.bytes), (1, 1024 * 1024));
    });
}

#[test]
fn a_small_stack_is_enough() {
    within(LIMIT, || {
        let threads = OsThreads { stack_bytes: Some(64 * 1024), ..OsThreads::default() };
        let mut server = start(1, |config| config.spawn = Box::new(threads));
        let sent = vec![7; 256 * 1024];
        let received = server.connect().exchange_all(&sent).expect("an echo");
        assert!(received == sent, "the buffer is on the heap, so the stack may be small");
        assert_eq!(server.report().served, 1);
    });
}

#[test]
fn beyond_the_cap_a_client_is_refused_and_the_others_are_served() {
    within(LIMIT, || {
        let threads = OsThreads { most: Some(1), ..OsThreads::default() };
        let mut server = start(2, |config| config.spawn = Box::new(threads));
        let mut first = server.connect();
        first.round_trip("first").expect("an echo");

        let mut refused = server.connect();
        refused.expect_end().expect("closed at once, without a byte");

        first.round_trip("still there").expect("an echo");
        first.finish().expect("an orderly end");
        let report = server.report();
        assert_eq!((report.served, report.refused), (1, 1), "{report}");
    });
}

#[test]
fn a_permit_is_held_until_its_connection_ends() {
    within(LIMIT, || {
        let held = Arc::new(());
        let mut server = start(1, |config| {
            let held = Arc::clone(&held);
            config.admit = Box::new(move || Box::new(Arc::clone(&held)));
        });
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo");
        assert_eq!(Arc::strong_count(&held), 3, "the test, `admit`, and the connection's permit");
        client.finish().expect("an orderly end");
        server.report();
        assert_eq!(Arc::strong_count(&held), 1, "server and connection are gone with theirs");
    });
}
