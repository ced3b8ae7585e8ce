//! The breakdown: it follows real messages through the chapters' servers, and its table is whole.

use std::time::Duration;

use ch00_workbench::testkit::Program;
use ch00_workbench::within;
use ch09_showdown::breakdown::{Contender, observe};
use ch09_showdown::compare::Placement;

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch09-showdown") };
const LIMIT: Duration = Duration::from_secs(100);

/// Of messages that one client sends, so many at least are followed from end to end. Now and then the
/// thread of the message before is still at rest when the next one comes.
const FOLLOWED: usize = 40;

#[test]
fn messages_are_followed_through_both_servers() {
    within(LIMIT, || {
        for contender in [Contender::LeaderFollowers, Contender::HalfSync] {
            let seen = observe(contender, 1, 50, 64, Placement::Free).expect("it can be observed");
            let count = seen.messages.len();
            assert!((FOLLOWED..=50).contains(&count), "{}: {count} of 50", contender.name());
            for message in &seen.messages {
                let times = [message.sent.at, message.taken.at, message.answered.at];
                assert!(times.is_sorted() && message.taken.at <= message.rested.at, "{message:?}");
            }
            assert_eq!(seen.switches.is_some(), cfg!(target_os = "linux"));
        }
    });
}

#[test]
fn several_clients_are_counted_and_not_followed() {
    within(LIMIT, || {
        let seen = observe(Contender::HalfSync, 3, 20, 64, Placement::Free).expect("observed");
        assert!(seen.messages.is_empty() && seen.each > Duration::ZERO);
    });
}

#[test]
fn the_table_has_both_columns_and_they_add_up() {
    within(LIMIT, || {
        let output = PROGRAM.run(&[
            "breakdown",
            "--messages",
            "50",
            "--clients",
            "2",
            "--placement",
            "free",
        ]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
        let figures = |name: &str| -> Vec<f64> {
            let line = said.lines().find(|line| line.starts_with(name)).expect(name);
            line.split_whitespace().rev().take(2).map(|word| word.parse().unwrap_or(0.0)).collect()
        };
        let terms =
            ["demultiplex ", "dispatch ", "process ", "synchronise ", "switch ", "data transfer "];
        for column in 0..2 {
            let sum: f64 = terms.iter().map(|term| figures(term)[column]).sum();
            // Each is rounded.
            assert!((sum - figures("T, the sum")[column]).abs() <= 6.0, "{sum}: {said}");
            let left = figures("the client's latency")[column] - figures("T, the sum")[column];
            assert!((left - figures("not explained")[column]).abs() <= 2.0, "{left}: {said}");
        }
        assert_eq!(figures("                      100000").len(), 2, "{said}");
        assert!(said.contains("T(HS/HR) = the same + data transfer"), "{said}");
    });
}
