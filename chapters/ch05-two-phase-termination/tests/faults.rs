//! What has kept other servers and pools from ending, or made them lose something at the end.

mod support;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ch00_workbench::{Gate, Work, within};
use ch05_two_phase_termination::reporter::{NotStarted, Reporter};
use ch05_two_phase_termination::{Ending, Report};
use support::start;

const LIMIT: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(3600);

#[test]
fn a_server_without_any_client_can_be_stopped() {
    within(LIMIT, || {
        let mut server = start(1, 1, |_| {});
        server.memory.wait_for_state("acceptor", "accepting");
        server.stop.stop();
        let Report { connections, ending } = server.report();
        assert_eq!(ending, Ending::Graceful);
        assert_eq!(connections, Default::default(), "our own connection is no client");
    });
}

#[test]
fn a_server_that_was_stopped_before_it_runs_ends_at_once() {
    within(LIMIT, || {
        for _ in 0..20 {
            let mut server = start(1, 1, |_| {});
            server.stop.stop();
            assert_eq!(server.report().ending, Ending::Graceful);
        }
    });
}

#[test]
fn a_full_pool_does_not_hold_up_the_stop() {
    within(LIMIT, || {
        let gate = Gate::new("the slow answers");
        let mut server = start(1, 1, |config| config.work = Work::Held("slow", gate.clone()));
        let mut first = server.connect();
        first.send("slow").expect("a connection");
        gate.wait_for_waiting(1);
        let mut second = server.connect();
        second.send("slow").expect("a connection");
        // Neither a worker nor a place in the queue: it is turned away, and the acceptor goes on.
        server.connect().expect_end().expect("closed at once");
        server.stop.stop();
        server.wait_until_draining();
        gate.open();
        first.receive("slow").expect("the answer that was under way");
        first.finish().expect("an orderly end");
        second.receive("slow").expect("the answer to one who waited for a worker");
        second.finish().expect("an orderly end");
        let Report { connections, ending } = server.report();
        assert_eq!((connections.served, connections.refused), (2, 1), "{connections}");
        assert_eq!(ending, Ending::Graceful);
    });
}

/// Clients that ask as fast as they are answered, until the server ends.
#[test]
fn with_fifty_active_clients_no_accepted_byte_is_lost() {
    within(LIMIT, || {
        let mut server = start(64, 0, |config| config.journal = ch00_workbench::Journal::off());
        let (answered, answers) = mpsc::channel();
        let clients: Vec<_> = (0..50)
            .map(|number| {
                // Connected here, and so before the stop, whenever its thread gets its turn.
                let stream = TcpStream::connect(server.address).expect("the server listens");
                let answered = answered.clone();
                thread::spawn(move || ask_until_the_end(stream, number, &answered))
            })
            .collect();
        for _ in 0..500 {
            answers.recv().expect("clients ask on and on");
        }
        server.stop.stop();
        let received: u64 = clients.into_iter().map(|c| c.join().expect("no byte is lost")).sum();
        let Report { connections, ending } = server.report();
        assert_eq!(ending, Ending::Graceful);
        assert_eq!((connections.served, connections.broken), (50, 0), "{connections}");
        assert_eq!(connections.bytes, received, "what was read was echoed, and has arrived");
    });
}

/// Sends numbered requests, each when the last was answered; returns the bytes received.
fn ask_until_the_end(mut stream: TcpStream, number: usize, answered: &mpsc::Sender<()>) -> u64 {
    stream.set_read_timeout(Some(LIMIT)).expect("not zero");
    let mut received = 0;
    for request in 0.. {
        let request = format!("client {number}, request {request}\n");
        // A broken pipe comes from the server's end, and then there is no answer either.
        let sent = stream.write_all(request.as_bytes()).is_ok();
        let mut answer = vec![0; request.len()];
        let mut got = 0;
        while sent && got < answer.len() {
            match stream.read(&mut answer[got..]) {
                Ok(0) | Err(_) => break,
                Ok(length) => got += length,
            }
        }
        if got == 0 {
            return received; // this request was not accepted
        }
        assert_eq!(answer, request.as_bytes(), "a request is answered in whole or not at all");
        received += got as u64;
        let _ = answered.send(());
    }
    received
}

/// A client that sends without waiting for answers is the one that a hasty close would rob.
#[test]
fn a_client_that_sends_without_end_gets_back_all_that_was_read() {
    within(LIMIT, || {
        let mut server = start(2, 2, |config| {
            config.journal = ch00_workbench::Journal::off();
            config.drain = LIMIT; // a busy machine may take long over some megabytes
        });
        let stream = TcpStream::connect(server.address).expect("the server listens");
        stream.set_read_timeout(Some(LIMIT)).expect("not zero");
        let mut sending = stream.try_clone().expect("a descriptor");
        let sender = thread::spawn(move || {
            let block: Vec<u8> = (0..=255).cycle().take(64 * 1024).collect();
            while sending.write_all(&block).is_ok() {}
        });
        let mut reading = &stream;
        let mut received = 0_u64;
        let mut buffer = vec![0; 64 * 1024];
        loop {
            match reading.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => {
                    let mut expected = (received..).map(|index| (index % 256) as u8);
                    assert!(buffer[..length].iter().all(|byte| Some(*byte) == expected.next()));
                    received += length as u64;
                }
                Err(error) => panic!("a reset after {received} bytes: {error}"),
            }
            if received > 1024 * 1024 {
                server.stop.stop();
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
        sender.join().expect("it does not panic");
        let Report { connections, ending } = server.report();
        assert_eq!(ending, Ending::Graceful);
        assert_eq!(connections.bytes, received, "every byte that was read has come back");
    });
}

#[test]
fn a_reporter_starts_no_second_thread_and_can_start_again() {
    within(LIMIT, || {
        let (reported, reports) = mpsc::channel();
        let mut reporter = Reporter::new(LONG, move || {
            let _ = reported.send(thread::current().id());
        });
        let mut threads = BTreeSet::new();
        for _ in 0..3 {
            reporter.start().expect("it is not running");
            assert!(matches!(reporter.start(), Err(NotStarted::AlreadyRunning)));
            threads.insert(format!("{:?}", reports.recv().expect("a report")));
            reporter.stop();
            reporter.stop();
            assert!(reports.try_recv().is_err(), "one report for each start");
        }
        assert_eq!(threads.len(), 3, "a new thread for each start, and no more");
        reporter.start().expect("it is not running");
        drop(reporter); // signals and joins
        assert!(reports.iter().count() <= 1, "the sender is gone: so is the thread");
    });
}

#[test]
fn a_reporter_whose_report_has_panicked_is_not_running() {
    within(LIMIT, || {
        let (about_to, panics) = mpsc::channel();
        let mut reporter = Reporter::new(LONG, move || {
            let _ = about_to.send(());
            panic!("on purpose: this report fails");
        });
        reporter.start().expect("it is not running");
        panics.recv().expect("a report");
        while reporter.is_running() {
            thread::yield_now();
        }
        reporter.start().expect("the thread is gone, so it can start again");
        reporter.stop();
    });
}
