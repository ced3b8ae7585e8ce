//! Who is promoted, what a hand-off is, where vacancy leads, and how the crew grows and shrinks.

mod support;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ch00_workbench::{Client, Gate, What, Work, within};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch08_leader_followers::{Policy, Stage};
use support::journal::{
    assert_one_leader_at_a_time, count, leaders, roles, wait_until_all_process, wait_until_quiet,
};
use support::{BY_EVENT, LIMIT, LONG, Running, start};

/// Who leads, event by event, with three threads under this policy.
fn turns(policy: Policy) -> Vec<usize> {
    within(LIMIT, || {
        let server = start(Stage::S3, 3, |config| config.policy = policy);
        let mut client = server.connect_quietly(1);
        for _ in 0..5 {
            client.round_trip("hello").expect("an echo");
            wait_until_quiet(&server.memory);
        }
        leaders(&server.memory.entries())
    })
}

#[test]
fn first_in_first_out_lets_everybody_lead_in_turn() {
    assert_eq!(turns(Policy::Fifo), [1, 2, 3, 1, 2, 3, 1]);
}

#[test]
fn last_in_first_out_keeps_to_the_threads_that_are_warm() {
    assert_eq!(turns(Policy::Lifo), [1, 3, 1, 3, 1, 3, 1]);
}

#[test]
fn priority_promotes_the_smallest_number_that_is_free() {
    assert_eq!(turns(Policy::Priority), [1, 2, 1, 2, 1, 2, 1]);
}

#[test]
fn a_leader_that_hands_events_off_leads_on() {
    for stage in [Stage::S3, Stage::S4] {
        within(LIMIT, || {
            let server = start(stage, 3, |config| config.hand_off = true);
            let mut client = server.connect_quietly(1);
            for _ in 0..3 {
                client.round_trip("hello").expect("an echo");
                wait_until_quiet(&server.memory);
            }
            let entries = server.memory.entries();
            assert_eq!(leaders(&entries), [1], "nobody else has led");
            assert_eq!(count(&entries, "thread-1: hands the event to thread-2"), 2);
            assert_eq!(count(&entries, "thread-1: hands the event to thread-3"), 2);
        });
    }
}

#[test]
fn a_leader_without_followers_cannot_hand_off_and_processes_itself() {
    within(LIMIT, || {
        let server = start(Stage::S3, 1, |config| config.hand_off = true);
        let mut client = server.connect_quietly(1);
        client.round_trip("hello").expect("an echo");
        wait_until_quiet(&server.memory);
        assert_eq!(leaders(&server.memory.entries()), [1, 1, 1]);
    });
}

/// A server whose threads are all busy, each with a client that waits at the gate.
fn all_busy(stage: Stage, threads: usize, gate: &Gate) -> (Running, Vec<Client>) {
    let server = start(stage, threads, |config| config.work = Work::Held("slow", gate.clone()));
    let mut clients: Vec<_> = (1..=threads).map(|number| server.connect_quietly(number)).collect();
    for client in &mut clients {
        client.send("slow").expect("a connection");
    }
    gate.wait_for_waiting(threads);
    (server, clients)
}

#[test]
fn when_all_process_clients_wait_in_the_kernel_and_nobody_is_lost() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let gate = Gate::new("the slow answers");
            let (server, clients) = all_busy(stage, 2, &gate);
            wait_until_all_process(&server.memory, 2);
            // The system completes their connections and keeps what they send.
            let mut late: Vec<_> = (0..50).map(|_| server.connect()).collect();
            for client in &mut late {
                client.send("late").expect("the system takes it");
            }
            let before = server.memory.entries();
            assert_eq!(count(&before, "thread-1: accepts connection 3"), 0, "nobody watches");
            assert_eq!(count(&before, "thread-2: accepts connection 3"), 0, "nobody watches");
            gate.open();
            for mut client in clients {
                client.receive("slow").expect("an answer");
            }
            for client in &mut late {
                client.receive("late").expect("who returns takes the vacant leadership");
            }
            assert_one_leader_at_a_time(&server.memory.entries());
        });
    }
}

#[test]
fn the_next_who_returns_takes_a_vacant_leadership() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answer");
        let (server, _clients) = all_busy(Stage::S3, 1, &gate);
        let vacant = "thread-1: nobody follows, so nobody leads";
        let times = count(&server.memory.entries(), vacant);
        assert!(times >= 1, "with one thread, each event leaves a vacancy");
        gate.open();
        wait_until_quiet(&server.memory);
        assert_eq!(leaders(&server.memory.entries()).len(), times + 1);
    });
}

/// A server of stage 4 with one thread that stays, and three at most.
fn growing(gate: &Gate, change: impl FnOnce(&mut ch08_leader_followers::Config)) -> Running {
    start(Stage::S4, 1, |config| {
        config.max_threads = 3;
        config.keep_alive = LONG;
        config.work = Work::Held("slow", gate.clone());
        change(config);
    })
}

#[test]
fn when_all_process_the_crew_grows_up_to_its_most() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answers");
        let server = growing(&gate, |_| {});
        let mut clients: Vec<_> = (0..4).map(|_| server.connect()).collect();
        for client in &mut clients {
            client.send("slow").expect("a connection");
        }
        gate.wait_for_waiting(3);
        wait_until_all_process(&server.memory, 3);
        gate.open();
        for client in &mut clients {
            client.receive("slow").expect("an answer, in the end");
        }
        assert!(started(&server) == 2, "never more than the most");
        assert_one_leader_at_a_time(&server.memory.entries());
        server.stop();
    });
}

#[test]
fn a_thread_that_is_not_needed_goes_and_the_least_stay() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answers");
        let server = growing(&gate, |config| config.keep_alive = Duration::from_millis(20));
        let mut clients: Vec<_> = (0..3).map(|_| server.connect()).collect();
        for client in &mut clients {
            client.send("slow").expect("a connection");
        }
        gate.wait_for_waiting(3);
        gate.open();
        server.memory.wait_until("one thread is left", |entries| {
            let ended = entries.iter().filter(|entry| entry.what == What::End).count();
            (ended >= 2 && roles(entries).len() == 1).then_some(())
        });
        wait_until_quiet(&server.memory);
        for client in &mut clients {
            client.receive("slow").expect("an answer");
            client.round_trip("hello").expect("who is left serves them all");
        }
        server.stop();
    });
}

#[test]
fn a_crew_that_has_shrunk_grows_again_whoever_has_gone() {
    within(LIMIT, || {
        let (gate, again) = (Gate::new("the slow answers"), Gate::new("the slow answers, again"));
        let server = growing(&gate, |config| {
            config.keep_alive = Duration::from_millis(20);
            let again = again.clone();
            config.request = Arc::new(move |request| {
                if request == b"again" {
                    again.pass();
                }
            });
        });
        let mut clients: Vec<_> = (0..3).map(|_| server.connect()).collect();
        clients.iter_mut().for_each(|client| client.send("slow").expect("a connection"));
        gate.wait_for_waiting(3);
        gate.open();
        server.memory.wait_until("one thread is left", |entries| {
            let ended = entries.iter().filter(|entry| entry.what == What::End).count();
            (ended >= 2 && roles(entries).len() == 1).then_some(())
        });
        for client in &mut clients {
            client.receive("slow").expect("an answer");
            client.send("again").expect("a connection");
        }
        again.wait_for_waiting(3);
        again.open();
        clients.iter_mut().for_each(|client| client.receive("again").expect("an answer"));
        server.stop();
    });
}

/// Fails for so many of the threads that come after the first.
struct Fails {
    failures: AtomicUsize,
    attempts: AtomicUsize,
    threads: OsThreads,
}

impl Fails {
    fn times(failures: usize) -> Arc<Fails> {
        let threads = OsThreads::default();
        let (failures, attempts) = (AtomicUsize::new(failures), AtomicUsize::new(0));
        Arc::new(Fails { failures, attempts, threads })
    }
}

impl Spawn for Fails {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        if name == "thread-1" {
            return self.threads.spawn(name, job);
        }
        self.attempts.fetch_add(1, Ordering::SeqCst);
        let fails = |left: usize| left.checked_sub(1);
        if self.failures.fetch_update(Ordering::SeqCst, Ordering::SeqCst, fails).is_ok() {
            return Err(io::Error::other("no more threads, on purpose"));
        }
        self.threads.spawn(name, job)
    }
}

#[test]
fn a_thread_that_cannot_be_started_is_tried_once_for_each_need() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answer");
        let fails = Fails::times(2);
        let server = growing(&gate, |config| {
            config.max_threads = 2;
            config.spawn = fails.clone();
        });
        // Two events, two needs: the client itself, and its first request.
        let mut client = server.connect();
        client.round_trip("hello").expect("the one thread goes on");
        wait_until_quiet(&server.memory);
        assert_eq!(fails.attempts.load(Ordering::SeqCst), 2);
        assert_eq!(started(&server), 2);
        // The third need is met: without the second thread nobody would answer the other client.
        client.send("slow").expect("a connection");
        gate.wait_for_waiting(1);
        let mut other = server.connect();
        other.round_trip("hello").expect("the new thread serves");
        assert_eq!(fails.attempts.load(Ordering::SeqCst), 3);
        gate.open();
        client.receive("slow").expect("an answer");
        server.stop();
    });
}

#[test]
fn a_server_that_cannot_have_its_threads_says_so() {
    for stage in support::STAGES {
        within(LIMIT, || {
            let (server, memory) = support::bind(stage, 2, |config| {
                config.spawn = Fails::times(1);
            });
            let error = support::run(server, memory).end().expect_err("one thread is missing");
            assert_eq!(error.to_string(), "no more threads, on purpose", "{stage:?}");
        });
    }
}

fn started(server: &Running) -> usize {
    let entries = server.memory.entries();
    entries.iter().filter(|entry| entry.to_string().contains(": starts thread-")).count()
}
