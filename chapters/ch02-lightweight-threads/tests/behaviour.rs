//! What chapter 2 promises: each connection has a task, few threads run them all, and none waits for
//! another unless one of them blocks its thread.

mod support;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ch00_workbench::{Entry, Gate, What, Work, within};
use ch02_lightweight_threads::echo::{boxed, echo_until_eof};
use ch02_lightweight_threads::handler::Manner;
use ch02_lightweight_threads::{Config, Report};
use support::{Running, start};

const LIMIT: Duration = Duration::from_secs(30);

/// One thread for all, and requests that begin with `slow` held at the gate.
fn on_one_thread(gate: &Gate, manner: Manner) -> impl FnOnce(&mut Config) {
    let work = Work::Held("slow", gate.clone());
    move |config| {
        config.executors = 1;
        config.work = work;
        config.manner = manner;
    }
}

/// Where in the journal `task` first noted `state`.
fn position(server: &Running, task: &str, state: &str) -> usize {
    let wanted = What::State(state.to_owned());
    let is_it = |entry: &Entry| &*entry.thread == task && entry.what == wanted;
    server.memory.entries().iter().position(is_it).expect("it was noted")
}

#[test]
fn a_slow_request_holds_up_nobody_else_on_the_same_thread() {
    within(LIMIT, || {
        let gate = Gate::new("the slow request's answer");
        let mut server = start(2, on_one_thread(&gate, Manner::Awaits));
        let mut slow = server.connect();
        slow.send("slow").expect("a connection");
        gate.wait_for_waiting(1);

        // While the first connection's task stands at the gate, the second is served to its end.
        let mut quick = server.connect();
        quick.round_trip("quick").expect("an echo");
        quick.finish().expect("an orderly end");

        gate.open();
        slow.receive("slow").expect("an echo");
        slow.finish().expect("an orderly end");
        assert_eq!(server.report(), Report { served: 2, bytes: 9, ..Report::default() });
        assert_eq!(server.story_of("task-1"), server.story_of("task-2"));
        insta::assert_snapshot!("connection", server.story_of("task-1"));
    });
}

#[test]
fn five_hundred_requests_wait_at_once_on_one_thread() {
    within(LIMIT, || {
        let gate = Gate::new("all the answers");
        let mut server = start(500, on_one_thread(&gate, Manner::Awaits));
        let mut clients: Vec<_> = (0..500).map(|_| server.connect()).collect();
        clients.iter_mut().for_each(|client| client.send("slow").expect("a connection"));
        gate.wait_for_waiting(500);
        gate.open();
        for mut client in clients {
            client.receive("slow").expect("an echo");
            client.finish().expect("an orderly end");
        }
        assert_eq!(server.report().served, 500);
    });
}

#[test]
fn the_tasks_run_on_the_executors_threads_alone() {
    within(LIMIT, || {
        let seen: Arc<Mutex<BTreeSet<String>>> = Arc::default();
        let mut server = start(20, |config| {
            let seen = Arc::clone(&seen);
            config.executors = 3;
            config.echo = boxed(move |stream, handler| {
                let name = thread::current().name().unwrap_or("unnamed").to_owned();
                seen.lock().expect("no panic").insert(name);
                Box::pin(echo_until_eof(stream, handler))
            });
        });
        for _ in 0..20 {
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            client.finish().expect("an orderly end");
        }
        assert_eq!(server.report().served, 20);
        let seen = seen.lock().expect("no panic");
        let known = ["executor-1", "executor-2", "executor-3"];
        assert!(seen.iter().all(|name| known.contains(&name.as_str())), "{seen:?}");
    });
}

#[test]
fn a_blocking_call_starves_the_tasks_of_its_thread() {
    within(LIMIT, || {
        let gate = Gate::new("the end of the blocking call");
        let mut server = start(2, on_one_thread(&gate, Manner::Blocks));
        let mut slow = server.connect();
        slow.send("slow").expect("a connection");
        gate.wait_for_waiting(1); // the only thread stands at the gate

        let mut quick = server.connect();
        quick.send("quick").expect("the kernel's queue has room");
        gate.open();
        quick.receive("quick").expect("an echo at last");
        slow.receive("slow").expect("an echo");
        slow.finish().expect("an orderly end");
        quick.finish().expect("an orderly end");
        assert_eq!(server.report().served, 2);
        let (answered, began) =
            (position(&server, "task-1", "writing"), position(&server, "task-2", "reading"));
        assert!(answered < began, "nobody ran while the thread was blocked");
    });
}

#[test]
fn an_off_loaded_call_starves_nobody() {
    within(LIMIT, || {
        let gate = Gate::new("the end of the blocking call");
        let mut server = start(2, on_one_thread(&gate, Manner::off_loads()));
        let mut slow = server.connect();
        slow.send("slow").expect("a connection");
        gate.wait_for_waiting(1); // another thread stands at the gate

        let mut quick = server.connect();
        quick.round_trip("quick").expect("an echo, while the call still blocks");
        quick.finish().expect("an orderly end");
        gate.open();
        slow.receive("slow").expect("an echo");
        slow.finish().expect("an orderly end");
        assert_eq!(server.report().served, 2);
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
