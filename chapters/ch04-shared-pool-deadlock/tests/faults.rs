//! Faults that real pools had, each with what must happen here.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ch00_workbench::{Gate, within};
use ch03_worker_pool::{Refused, WorkerPool};
use ch04_shared_pool_deadlock::helping::{Body, Children};
use ch04_shared_pool_deadlock::pool::Pool;
use ch04_shared_pool_deadlock::{Cure, Latch};
use support::{Noted, rescue, serve};

const LIMIT: Duration = Duration::from_secs(30);

#[test]
fn one_client_is_served_and_two_hang_with_healthy_numbers() {
    within(LIMIT, || {
        let server = serve(2, |_| {});
        let mut alice = server.connect();
        alice.round_trip("alone").expect("an echo");
        let mut bob = server.connect();
        server.wait_for_state("connection 2", 1);
        alice.send("both").expect("a connection");
        server.wait_for_state("waiting on latch of connection 1", 2);
        bob.send("at once").expect("a connection");
        let dump = server.hangs.recv_timeout(LIMIT).expect("the watchdog finds it");
        assert!(dump.sentence().starts_with("DEADLOCK: both workers"), "{dump}");
        let metrics = server.pool.metrics();
        assert_eq!((metrics.live, metrics.idle, metrics.queued), (2, 0, 4), "busy, it seems");
        assert_eq!((metrics.panicked, metrics.rejected, metrics.discarded), (0, 0, 0), "healthy");
        rescue(&dump);
        // The first request that is given up gets no answer. Its worker is free then, and may do
        // the other's parts before that one is given up as well.
        let answered = (alice.receive("both").is_ok(), bob.receive("at once").is_ok());
        assert_ne!(answered, (true, true), "a request that is given up gets no answer");
        drop((alice, bob));
        server.report();
    });
}

#[test]
fn a_worker_that_reads_from_its_client_is_no_deadlock() {
    within(LIMIT, || {
        let server = serve(2, |_| {});
        let (mut asks, silent) = (server.connect(), server.connect());
        server.wait_for_state("connection 2", 1);
        asks.send("hello").expect("a connection");
        server.wait_for_state("waiting on latch of connection 1", 1);
        // Both workers are taken, and the parts are queued. But the silent client may leave.
        let books = server.pool.registry().look();
        let find = ch04_shared_pool_deadlock::verdict::follow_the_arrows;
        let dump = ch04_shared_pool_deadlock::dump::Dump::of(books, find);
        assert!(dump.stuck.is_none(), "{dump}");
        silent.finish().expect("an orderly end");
        asks.receive("hello").expect("an echo, now that there is a worker for its parts");
        asks.finish().expect("an orderly end");
        assert!(server.hangs.try_recv().is_err(), "and nobody was accused");
        assert_eq!(server.report().served, 2);
    });
}

#[test]
fn each_cure_serves_many_clients_at_once() {
    for cure in [Cure::Bigger, Cure::Separate, Cure::Helping] {
        within(LIMIT, || {
            let server = serve(6, |config| config.cure = cure);
            let clients: Vec<_> = (0..6)
                .map(|_| {
                    let client = server.connect();
                    std::thread::spawn(move || client.exchange_all(b"many parts of a request"))
                })
                .collect();
            for client in clients {
                let answer = client.join().expect("it does not panic").expect("an echo");
                assert_eq!(answer, b"many parts of a request", "--cure {cure}");
            }
            assert_eq!(server.report().served, 6, "--cure {cure}");
        });
    }
}

/// A trap of its own: `max` is no cure as long as the queue has room, since a pool grows only when
/// its queue is full.
#[test]
fn max_does_not_help_while_the_queue_has_room() {
    within(LIMIT, || {
        let pool = WorkerPool::builder().core(2).max(100).queue(1000).build().expect("sizes");
        let gates = ["first", "second"].map(Gate::new);
        for gate in &gates {
            let gate = gate.clone();
            pool.execute(move || gate.pass()).expect("a worker");
        }
        for gate in &gates {
            gate.wait_for_waiting(1);
            let gate = gate.clone();
            pool.execute(move || gate.open()).expect("room in the queue");
        }
        let metrics = pool.metrics();
        assert_eq!((metrics.live, metrics.queued), (2, 2), "98 threads that nobody starts");
        gates.iter().for_each(Gate::open);
    });
}

#[test]
fn a_child_that_panics_opens_the_latch_all_the_same() {
    within(LIMIT, || {
        let noted = Noted::new();
        let pool = Pool::new(&noted.registry, "pool", 1).expect("a thread");
        let (latch, openers) = Latch::new(&noted.registry, "l", 1);
        let child = pool.submit("child", openers, || panic!("on purpose: this child goes down"));
        latch.wait().expect("opened by its opener, and not by hand");
        assert!(child.expect("room").wait().is_err(), "the failure is in its handle");
        let children = vec![("child".to_owned(), Box::new(goes_down) as Body)];
        let split = Children::split(&noted.registry, "h", pool.id(), children, &|_| Ok(()));
        assert_eq!(split.help(), Ok(1), "the parent goes on");
    });
}

fn goes_down() {
    panic!("on purpose: this one goes down in its parent");
}

#[test]
fn a_child_that_the_pool_refuses_is_run_by_its_parent() {
    within(LIMIT, || {
        let noted = Noted::new();
        let pool = Pool::new(&noted.registry, "pool", 1).expect("a thread");
        let ran = Arc::new(AtomicUsize::new(0));
        let child = |number: usize| {
            let ran = Arc::clone(&ran);
            let body = move || {
                ran.fetch_add(1, Ordering::SeqCst);
            };
            (format!("child {number}"), Box::new(body) as Body)
        };
        let children = vec![child(1), child(2)];
        let refuse = |_: Body| Err(Refused::Full);
        let split = Children::split(&noted.registry, "l", pool.id(), children, &refuse);
        split.wait().expect("all have ended");
        assert_eq!(ran.load(Ordering::SeqCst), 2, "each once");
    });
}

#[test]
fn a_thousand_requests_leave_nothing_in_the_books() {
    within(LIMIT, || {
        let server = serve(1, |config| config.cure = Cure::Helping);
        let mut client = server.connect();
        for _ in 0..1000 {
            client.round_trip("again").expect("an echo");
        }
        client.finish().expect("an orderly end");
        let registry = server.pool.registry().clone();
        server.report();
        let books = registry.look();
        assert!(books.waits.is_empty() && books.openers.is_empty() && books.latches.is_empty());
        // The connection's own job may be on its last line still.
        assert!(books.jobs.len() <= 1, "{:?}", books.jobs);
    });
}
