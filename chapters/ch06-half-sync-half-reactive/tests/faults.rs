//! What has brought other servers of this kind down, or made them lose something.

mod support;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use ch00_workbench::testkit::side_by_side;
use ch00_workbench::{Entry, Gate, Journal, Sink, What, Work, within};
use ch01_thread_per_connection::accept::Accept;
use ch01_thread_per_connection::errno;
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch05_two_phase_termination::{Ending, Report};
use ch06_half_sync_half_reactive::acceptor::Watched;
use ch06_half_sync_half_reactive::demultiplexer::Registered;
use ch06_half_sync_half_reactive::out_buffer::WaterMarks;
use socket2::SockRef;
use support::{MODES, start};

const LIMIT: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(3600);

/// A listener whose first calls of accept fail, as told; then it is as good as any.
struct Failing {
    listener: Registered<TcpListener>,
    error: i32,
    left: Arc<AtomicUsize>,
}

impl Accept for Failing {
    fn accept(&self) -> io::Result<TcpStream> {
        let one_less = |left: usize| left.checked_sub(1);
        match self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less) {
            Ok(_) => Err(io::Error::from_raw_os_error(self.error)),
            Err(_) => Accept::accept(&self.listener),
        }
    }
}

impl Watched for Failing {
    fn watch(&self) -> io::Result<()> {
        self.listener.watch()
    }
}

#[test]
fn without_descriptors_those_who_are_in_are_served_and_others_come_in_later() {
    side_by_side(MODES, |mode| {
        within(LIMIT, || {
            let failures = Arc::new(AtomicUsize::new(0));
            let left = Arc::clone(&failures);
            let mut server = start(mode, move |config| {
                config.watched = Box::new(move |listener| {
                    let left = Arc::clone(&left);
                    Box::new(Failing { listener, error: errno::EMFILE, left })
                });
            });
            let mut inside = server.connect();
            inside.round_trip("before").expect("an echo");
            failures.store(5, Ordering::Relaxed);
            let mut outside = server.connect();
            server.wait_for("pauses 20ms");
            inside.round_trip("meanwhile").expect("an echo");
            outside.round_trip("after").expect("it came in when there were descriptors again");
            server.stop.stop();
            assert_eq!(server.report().connections.accept_errors, 5);
        });
    });
}

#[test]
fn a_client_that_gave_up_while_it_waited_is_passed_over() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                config.watched = Box::new(|listener| {
                    let left = Arc::new(AtomicUsize::new(3));
                    Box::new(Failing { listener, error: errno::ECONNABORTED, left })
                });
            });
            server.connect().round_trip("hello").expect("an echo");
            server.stop.stop();
            assert_eq!(server.report().connections.accept_errors, 3);
        });
    }
}

#[test]
fn an_unusable_listener_ends_the_server_and_says_so() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                config.watched = Box::new(|listener| {
                    let left = Arc::new(AtomicUsize::new(1));
                    Box::new(Failing { listener, error: errno::EBADF, left })
                });
            });
            let error = server.end().expect_err("the listener is gone");
            assert_eq!(error.raw_os_error(), Some(errno::EBADF));
        });
    }
}

#[test]
fn workers_that_cannot_be_had_are_an_error() {
    struct One(OsThreads);
    impl Spawn for One {
        fn spawn(&self, name: String, job: Job) -> io::Result<()> {
            if name != "worker-1" {
                return Err(ErrorKind::WouldBlock.into());
            }
            self.0.spawn(name, job)
        }
    }
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                config.threads = 2;
                config.spawn = Box::new(One(OsThreads::default()));
            });
            assert_eq!(server.end().expect_err("a worker").kind(), ErrorKind::WouldBlock);
            let ended = |entry: &Entry| &*entry.thread == "worker-1" && entry.what == What::End;
            server.memory.wait_for("the first worker goes home", ended);
        });
    }
}

#[test]
fn a_reset_costs_that_connection_only() {
    for mode in MODES {
        within(LIMIT, || {
            let gate = Gate::new("the answer to one who is gone");
            let mut server = start(mode, |config| config.work = Work::Held("slow", gate.clone()));
            let mut other = server.connect();
            other.round_trip("before").expect("an echo");
            let mut idle = server.connect();
            idle.round_trip("hello").expect("an echo");
            idle.reset().expect("a socket that can");
            let mut busy = server.connect();
            busy.send("slow").expect("a connection");
            gate.wait_for_waiting(1);
            busy.reset().expect("a socket that can");
            gate.open();
            other.round_trip("after").expect("an echo");
            other.finish().expect("an orderly end");
            server.stop.stop();
            let connections = server.report().connections;
            assert_eq!((connections.served, connections.broken), (1, 2), "{connections}");
        });
    }
}

/// A journal that fails one thread, once, in the middle of its work.
struct Trips(bool);

impl Sink for Trips {
    fn record(&mut self, entry: &Entry) {
        let works = entry.what == What::State("working".to_owned());
        if works && !std::mem::replace(&mut self.0, true) {
            panic!("on purpose: this work fails");
        }
    }
}

#[test]
fn work_that_panics_costs_its_connection_only() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                config.work = Work::Held("never held", Gate::new("never passed"));
                config.journal = Journal::to(vec![Box::new(Trips(false))]);
            });
            let mut other = server.connect();
            let mut unlucky = server.connect();
            unlucky.send("this one fails").expect("a connection");
            assert!(unlucky.receive("this one fails").is_err(), "an answer from work that failed");
            other.round_trip("the only worker still works").expect("an echo");
            other.finish().expect("an orderly end");
            server.stop.stop();
            let connections = server.report().connections;
            assert_eq!((connections.served, connections.panicked), (1, 1), "{connections}");
        });
    }
}

#[test]
fn a_client_that_never_reads_is_not_read_from_without_bound() {
    side_by_side(MODES, |mode| {
        within(LIMIT, || {
            let server = start(mode, |config| {
                config.journal = Journal::off();
                config.limits.marks = WaterMarks { low: 1024, high: 4096 };
            });
            let mut stream = TcpStream::connect(server.address).expect("the server listens");
            stream.set_write_timeout(Some(Duration::from_millis(300))).expect("not zero");
            let pattern: Vec<u8> = (0..=255).cycle().take(256 * 1024).collect();
            let mut sent = 0;
            // What stands still fills both sockets' buffers, and no more.
            let stuck = loop {
                match stream.write(&pattern[sent % 256..]) {
                    Ok(count) => sent += count,
                    Err(error) => break error,
                }
                assert!(sent < 64 << 20, "the server takes and takes");
            };
            assert!(matches!(stuck.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "{stuck}");
            stream.shutdown(Shutdown::Write).expect("open");
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("all of it, once somebody reads");
            let expected = (0..=255_u8).cycle().take(sent);
            assert!(answer.len() == sent && answer.into_iter().eq(expected), "byte for byte");
        });
    });
}

#[test]
fn pipelined_bytes_survive_the_narrowest_sockets() {
    side_by_side(MODES, |mode| {
        within(LIMIT, || {
            let server = start(mode, |config| {
                config.journal = Journal::off();
                config.limits.marks = WaterMarks { low: 100, high: 1000 };
            });
            let stream = TcpStream::connect(server.address).expect("the server listens");
            let socket = SockRef::from(&stream);
            socket.set_recv_buffer_size(1).expect("as small as the system allows");
            socket.set_send_buffer_size(1).expect("as small as the system allows");
            let text: String = (0..20_000).map(|index| format!("{index},")).collect();
            let mut sending = stream.try_clone().expect("a descriptor");
            thread::scope(|scope| {
                scope.spawn(|| {
                    sending.write_all(text.as_bytes()).expect("open");
                    sending.shutdown(Shutdown::Write).expect("open");
                });
                let mut answer = String::new();
                (&stream).read_to_string(&mut answer).expect("text");
                assert!(answer == text, "byte for byte");
            });
        });
    });
}

/// Descriptors are given again at once; whoever gets one must not get its predecessor's events.
#[test]
fn clients_come_and_go_on_the_same_descriptors() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                (config.threads, config.journal) = (2, Journal::off());
            });
            thread::scope(|scope| {
                for lane in 0..4 {
                    let server = &server;
                    scope.spawn(move || {
                        for number in 0..150 {
                            let mut client = server.connect();
                            let request = format!("lane {lane}, client {number}");
                            client.round_trip(&request).expect("its own bytes");
                            match number % 3 {
                                0 => client.reset().expect("a socket that can"),
                                1 => client.finish().expect("an orderly end"),
                                _ => drop(client),
                            }
                        }
                    });
                }
            });
            server.stop.stop();
            let Report { connections, ending } = server.report();
            let all = connections.served + connections.broken;
            assert_eq!((all, connections.panicked, ending), (600, 0, Ending::Graceful));
        });
    }
}

#[test]
fn a_server_without_any_client_can_be_stopped_before_and_while_it_runs() {
    for mode in MODES {
        within(LIMIT, || {
            for _ in 0..20 {
                let mut server = start(mode, |_| {});
                server.stop.stop();
                assert_eq!(server.report().ending, Ending::Graceful);
            }
            let mut server = start(mode, |_| {});
            server.memory.wait_for_state("reactor", "waiting");
            server.stop.stop();
            let Report { connections, ending } = server.report();
            assert_eq!((connections, ending), (Default::default(), Ending::Graceful));
        });
    }
}

#[test]
fn a_full_queue_does_not_hold_up_the_stop() {
    for mode in MODES {
        within(LIMIT, || {
            let gate = Gate::new("the slow answers");
            let mut server = start(mode, |config| {
                config.queue = 1;
                config.work = Work::Held("slow", gate.clone());
            });
            let mut clients: Vec<_> = (0..4).map(|_| server.connect()).collect();
            for (number, client) in clients.iter_mut().enumerate() {
                client.send("slow").expect("a connection");
                if number == 0 {
                    gate.wait_for_waiting(1);
                }
            }
            server.memory.wait_for_state("reactor", "paused: the queue is full");
            server.stop.stop();
            server.wait_until_draining();
            gate.open();
            for mut client in clients {
                client.receive("slow").expect("what was sent before the stop is answered");
                client.finish().expect("an orderly end");
            }
            let Report { connections, ending } = server.report();
            assert_eq!((connections.served, ending), (4, Ending::Graceful), "{connections}");
        });
    }
}

#[test]
fn when_the_time_is_up_what_is_in_flight_is_cut() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                config.work = Work::Sleep(LONG);
                config.limits.drain = Duration::from_millis(50);
            });
            let mut client = server.connect();
            client.send("slow").expect("a connection");
            server.memory.wait_for_state("worker-1", "working");
            server.stop.stop();
            assert!(client.receive("slow").is_err(), "it takes an hour, and the deadline was near");
            let Report { connections, ending } = server.report();
            assert_eq!(ending, Ending::Forced { cut: 1 });
            assert_eq!((connections.served, connections.broken), (0, 1), "{connections}");
        });
    }
}

#[test]
fn the_second_order_does_not_wait_and_cut_work_gets_no_answer() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                config.work = Work::Sleep(LONG);
                config.limits.drain = LONG;
            });
            let mut first = server.connect();
            first.send("slow").expect("a connection");
            server.memory.wait_for_state("worker-1", "working");
            let mut queued = server.connect();
            queued.send("slow").expect("a connection");
            server.wait_for("accepts connection 2");
            server.stop.stop();
            server.wait_until_draining();
            server.stop.stop_now();
            assert!(first.receive("slow").is_err() && queued.receive("slow").is_err(), "cut");
            let Report { connections, ending } = server.report();
            assert_eq!(ending, Ending::Forced { cut: 2 });
            assert_eq!((connections.served, connections.broken), (0, 2), "{connections}");
        });
    }
}

#[test]
fn with_active_clients_no_accepted_byte_is_lost() {
    for mode in MODES {
        within(LIMIT, || {
            let mut server = start(mode, |config| {
                (config.threads, config.batch, config.journal) = (2, 16, Journal::off());
            });
            let answered = Arc::new(AtomicUsize::new(0));
            let clients: Vec<_> = (0..50)
                .map(|_| {
                    let (mut client, answered) = (server.connect(), Arc::clone(&answered));
                    thread::spawn(move || {
                        let mut answers = 0_u64;
                        while client.round_trip("0123456789").is_ok() {
                            answers += 1;
                            answered.fetch_add(1, Ordering::Relaxed);
                        }
                        answers
                    })
                })
                .collect();
            while answered.load(Ordering::Relaxed) < 500 {
                thread::yield_now();
            }
            server.stop.stop();
            let answers: u64 = clients.into_iter().map(|c| c.join().expect("no panic")).sum();
            let Report { connections, ending } = server.report();
            assert_eq!((connections.served, ending), (50, Ending::Graceful), "{connections}");
            assert_eq!(connections.bytes, answers * 10, "what was read has come back");
        });
    }
}
