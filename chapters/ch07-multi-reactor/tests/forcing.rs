//! The end of a server with several loops when good order takes too long.

mod support;

use std::time::Duration;

use ch00_workbench::{Gate, Work, within};
use ch05_two_phase_termination::{Ending, Report};
use support::start;

const LIMIT: Duration = Duration::from_secs(60);
const LONG: Duration = Duration::from_secs(3600);

#[test]
fn when_the_time_is_up_what_is_in_flight_is_cut() {
    within(LIMIT, || {
        let mut server = start(2, |config| {
            config.work = Work::Sleep(LONG);
            config.drain = Duration::from_millis(50);
        });
        let mut client = server.seat(1);
        client.send("slow").expect("a connection");
        server.memory.wait_for_state("worker-1", "working");
        server.stop.stop();
        assert!(client.receive("slow").is_err(), "it takes an hour, and the deadline was near");
        let Report { connections, ending } = server.report();
        assert_eq!(ending, Ending::Forced { cut: 1 });
        assert_eq!((connections.served, connections.broken), (0, 1), "{connections}");
    });
}

#[test]
fn the_second_order_does_not_wait_and_what_it_cuts_gets_no_answer() {
    within(LIMIT, || {
        let mut server = start(1, |config| {
            config.work = Work::Sleep(LONG);
            config.drain = LONG;
        });
        let [mut client, mut neighbour] = [1, 2].map(|number| server.seat(number));
        client.send("slow").expect("a connection");
        server.memory.wait_for_state("worker-1", "working");
        neighbour.send("never read").expect("a connection");
        server.stop.stop();
        server.memory.wait_for_state("acceptor", "draining");
        server.stop.stop_now();
        assert!(client.receive("slow").is_err(), "cut");
        assert!(neighbour.receive("never read").is_err(), "cut");
        assert_eq!(server.report().ending, Ending::Forced { cut: 2 });
    });
}

#[test]
fn a_worker_that_heeds_no_order_is_left_behind() {
    within(LIMIT, || {
        let gate = Gate::new("an answer that nobody waits for");
        let mut server = start(2, |config| config.work = Work::Held("deaf", gate.clone()));
        let mut client = server.seat(1);
        client.send("deaf").expect("a connection");
        gate.wait_for_waiting(1);
        server.stop.stop_now();
        assert_eq!(server.report().ending, Ending::Forced { cut: 1 });
        server.wait_for("leaves workers behind that heed no order");
        gate.open();
    });
}
