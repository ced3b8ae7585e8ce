//! The load counts what is right, and names what is wrong.

mod support;

use std::net::TcpListener;
use std::time::Duration;

use ch00_workbench::within;
use ch09_showdown::load::{self, Halt, Kind, Outcome, Pace, Plan, Silent, Watch};

use support::{Manner, measure, plan, server};

const LIMIT: Duration = Duration::from_secs(60);

/// A stall limit that no good server comes near.
const PATIENT: Duration = Duration::from_secs(30);

/// The only failure that there is: how often, and the first one in words.
fn only(outcome: &Outcome, kind: Kind) -> (u64, String) {
    let kinds: Vec<Kind> = outcome.failures.keys().copied().collect();
    assert_eq!(kinds, [kind], "{:?}", outcome.complaint());
    let failures = &outcome.failures[&kind];
    (failures.count, failures.example.clone())
}

#[test]
fn every_message_is_answered_once_and_counted() {
    within(LIMIT, || {
        for (connections, threads, payload) in [(1, 1, 64), (50, 1, 1), (7, 2, 100_000), (3, 2, 5)]
        {
            let plan = plan(server(Manner::Right), connections, 200, payload);
            let outcome = measure(&Plan { threads, stall: PATIENT, ..plan });
            assert_eq!(outcome.complaint(), None);
            assert_eq!((outcome.answered, outcome.latency.len()), (200, 200));
            assert_eq!(outcome.connected, connections);
            let (fewest, most) = outcome.fewest_and_most;
            let mean = 200.0 / connections as f64;
            assert!(fewest as f64 <= mean && mean <= most as f64, "{fewest} to {most}");
            assert!(outcome.rate > 0.0 && outcome.uncorrected.is_none());
        }
    });
}

#[test]
fn a_message_of_a_mebibyte_comes_back_whole() {
    within(LIMIT, || {
        let outcome =
            measure(&Plan { stall: PATIENT, ..plan(server(Manner::Right), 3, 9, 1 << 20) });
        assert_eq!((outcome.answered, outcome.complaint()), (9, None));
    });
}

#[test]
fn a_time_ends_a_measurement_and_a_warm_up_does_not_count() {
    within(LIMIT, || {
        let time = Duration::from_millis(30);
        let plan = Plan::new(server(Manner::Right), 2);
        let plan = Plan { duration: Some(time), warm_up: time, stall: PATIENT, ..plan };
        let mut steps = Steps::default();
        let outcome = load::run(&plan, &Halt::default(), &mut steps).expect("it can be measured");
        assert!(outcome.window >= time, "{:?}", outcome.window);
        assert_eq!(outcome.answered, outcome.latency.len());
        assert_eq!(steps.0, ["begins", "ends"]);
    });
}

#[derive(Default)]
struct Steps(Vec<&'static str>);

impl Watch for Steps {
    fn begins(&mut self) {
        self.0.push("begins");
    }

    fn ends(&mut self) {
        self.0.push("ends");
    }
}

#[test]
fn a_changed_byte_is_found_and_named() {
    within(LIMIT, || {
        // The first byte, the last of a message, and one in the middle of a long one.
        for (byte, payload, message) in [(0, 64, 1), (127, 64, 2), (70_000, 100_000, 1)] {
            let plan = plan(server(Manner::Corrupts(byte)), 1, 10, payload);
            let (count, example) = only(&measure(&plan), Kind::Corrupt);
            let place = format!("client 0, message {message}: byte {} was sent as", byte % payload);
            assert!(count == 1 && example.starts_with(&place), "{example}");
        }
    });
}

#[test]
fn a_dropped_connection_is_told_from_a_good_end() {
    within(LIMIT, || {
        let outcome = measure(&plan(server(Manner::DropsAfter(640)), 5, 10_000, 64));
        // Whether the client meets the end or, having sent more, a reset, is the system's choice.
        let ended = [Kind::EndedEarly, Kind::Broken]
            .map(|kind| outcome.failures.get(&kind).map_or(0, |failures| failures.count));
        assert_eq!(ended.iter().sum::<u64>(), 5, "{:?}", outcome.complaint());
        assert_eq!((outcome.failed(), outcome.answered), (5, 50));
    });
}

#[test]
fn a_server_that_stands_still_ends_in_an_error_and_not_in_a_hang() {
    within(LIMIT, || {
        let (count, example) =
            only(&measure(&plan(server(Manner::Stalls), 5, 100, 64)), Kind::Stalled);
        assert_eq!(count, 5);
        assert!(example.contains("0 bytes of 64 came back, 64 were sent"), "{example}");
        let outcome = measure(&plan(server(Manner::HalfAnswers), 1, 100, 64));
        let (_, example) = only(&outcome, Kind::Stalled);
        assert!(example.contains("32 bytes of 64 came back, 64 were sent"), "{example}");
    });
}

#[test]
fn a_server_that_never_accepts_ends_in_an_error_too() {
    within(LIMIT, || {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        assert_eq!(only(&measure(&plan(address, 3, 100, 64)), Kind::Stalled).0, 3);
    });
}

#[test]
fn a_byte_too_many_is_found() {
    within(LIMIT, || {
        let outcome = measure(&plan(server(Manner::Adds), 1, 100, 64));
        assert_eq!(only(&outcome, Kind::Surplus).0, 1);
    });
}

#[test]
fn a_server_that_stays_on_after_the_half_close_is_told() {
    within(LIMIT, || {
        let outcome = measure(&plan(server(Manner::StaysOn), 4, 100, 64));
        assert_eq!((only(&outcome, Kind::NotEnded).0, outcome.answered), (4, 100));
    });
}

#[test]
fn a_port_where_nobody_listens_is_an_error_with_its_address() {
    within(LIMIT, || {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        drop(listener);
        let outcome = load::run(&plan(address, 3, 100, 64), &Halt::default(), &mut Silent);
        let error = format!("{:#}", outcome.err().expect("nobody listens"));
        assert!(error.contains(&address.to_string()) && error.contains("refused"), "{error}");
    });
}

/// A server pauses once. A client that waits for it sees one slow answer in a thousand; counted from
/// when messages were due, a good part of them is slow.
#[test]
fn an_open_loop_does_not_omit_what_waits_behind_a_pause() {
    within(LIMIT, || {
        let pause = Duration::from_millis(400);
        let (rate, messages) = (500.0, 500);
        let plan = plan(server(Manner::Pauses(100, pause)), 1, messages, 64);
        let plan = Plan { pace: Pace::Open { rate }, stall: PATIENT, ..plan };
        let outcome = measure(&plan);
        assert_eq!((outcome.answered, outcome.complaint()), (messages, None));
        let sent = outcome.uncorrected.as_ref().expect("an open loop has both");
        let slow = pause.as_nanos() as u64 / 2;
        // Of 500 messages some 200 were due during the pause, and half of them waited for half of it.
        let waited = |histogram: &hdrhistogram::Histogram<u64>| {
            histogram
                .iter_recorded()
                .filter(|step| step.value_iterated_to() >= slow)
                .map(|step| step.count_at_value())
                .sum::<u64>()
        };
        assert!(waited(&outcome.latency) >= 100, "{} waited", waited(&outcome.latency));
        assert!(waited(sent) <= waited(&outcome.latency) / 2, "{} waited", waited(sent));
        assert!(outcome.latency.max() >= 2 * slow, "the first waited for all of it");
    });
}

#[test]
fn what_was_due_and_never_sent_is_counted_and_not_forgotten() {
    within(LIMIT, || {
        let pause = Duration::from_millis(300);
        let plan = Plan::new(server(Manner::Pauses(1, pause)), 1);
        let plan = Plan {
            pace: Pace::Open { rate: 1_000.0 },
            duration: Some(Duration::from_millis(100)),
            stall: PATIENT,
            ..plan
        };
        let outcome = measure(&plan);
        assert_eq!(outcome.answered, 1, "the time is over before the pause is");
        assert!(outcome.unsent >= 90, "{} unsent", outcome.unsent);
        assert_eq!(outcome.latency.len(), outcome.answered + outcome.unsent);
    });
}

#[test]
fn an_order_to_end_keeps_what_was_measured() {
    within(LIMIT, || {
        let halt = Halt::default();
        let plan = Plan::new(server(Manner::Right), 5);
        let plan = Plan { duration: Some(LIMIT * 10), stall: PATIENT, ..plan };
        let mut orders = OrderAfter(1_000, halt.clone());
        let outcome = load::run(&plan, &halt, &mut orders).expect("it can be measured");
        assert!(outcome.halted && outcome.answered >= 1_000, "{} answered", outcome.answered);
        assert_eq!(outcome.complaint(), None);
    });
}

/// Orders the end once so many messages are answered.
struct OrderAfter(u64, Halt);

impl Watch for OrderAfter {
    fn glance(&mut self, _: Duration, answered: u64) {
        if answered >= self.0 && !self.1.finishes() {
            self.1.order();
        }
    }
}
