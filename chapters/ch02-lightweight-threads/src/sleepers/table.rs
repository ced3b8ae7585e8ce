//! The table: a line for each server.

use std::fmt::Write;
use std::time::Duration;

use super::{Plan, Row};

const NOT_KNOWN: &str = "?";

/// Draws the rows, with a line below for the failures of each.
pub fn table(plan: &Plan, rows: &[Row]) -> String {
    let mut text = format!(
        "{:<22} {:>9} {:>9} {:>10} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
        "", "completed", "failed", "requests/s", "time", "÷ ideal", "threads", "memory", "CPU"
    );
    for row in rows {
        let _ = writeln!(text, "{}", line(plan, row));
    }
    for row in rows {
        for (failure, count) in row.tally.failures() {
            let _ = writeln!(text, "{}: {} × {failure}", row.pattern, grouped(count));
        }
    }
    if rows.iter().any(|row| row.used.is_none()) {
        text += "?: threads, memory and CPU of another process are not known here\n";
    }
    text
}

fn line(plan: &Plan, row: &Row) -> String {
    let (completed, failed) = (row.tally.completed(), row.tally.failed());
    let per_second = completed as f64 / row.took.as_secs_f64().max(1e-9);
    // Only who has served all requests can be held against the ideal.
    let ratio = row.took.as_secs_f64() / plan.ideal().as_secs_f64().max(1e-9);
    let ratio = if failed == 0 { format!("{ratio:.2}") } else { "–".to_owned() };
    let used = row.used;
    let known = |figure: Option<String>| figure.unwrap_or_else(|| NOT_KNOWN.to_owned());
    format!(
        "{:<22} {:>9} {:>9} {:>10} {:>8} {:>8} {:>8} {:>8} {:>8}",
        row.pattern,
        grouped(completed),
        grouped(failed),
        grouped(per_second.round() as u64),
        brief(row.took),
        ratio,
        known(used.map(|used| used.threads.to_string())),
        known(used.map(|used| format!("{} MiB", used.peak_resident / 1024 / 1024))),
        known(used.map(|used| brief(used.cpu))),
    )
}

/// The time in seconds, below one in milliseconds.
pub fn brief(time: Duration) -> String {
    let milliseconds = (time.as_secs_f64() * 1000.0).round() as u64;
    if milliseconds < 1000 {
        format!("{milliseconds} ms")
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

/// The number with a comma after each group of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;
    use std::sync::Arc;

    use super::*;
    use crate::sleepers::{Failure, Pattern, Tally};

    #[test]
    fn long_numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (199_000, "199,000")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn a_time_below_a_second_is_told_in_milliseconds() {
        for (millis, text) in [(0, "0 ms"), (999, "999 ms"), (1_000, "1.0 s"), (21_300, "21.3 s")] {
            assert_eq!(brief(Duration::from_millis(millis)), text);
        }
    }

    #[test]
    fn only_a_server_without_failures_is_held_against_the_ideal() {
        let sleep = Duration::from_secs(2);
        let plan = Plan { clients: 2, requests: 2, sleep, threads: 2, max_threads: 2 };
        let row = |failed: bool| {
            let tally = Arc::new(Tally::default());
            tally.count(Ok(()));
            let reset = Failure { step: "waiting", kind: ErrorKind::ConnectionReset };
            tally.count(if failed { Err(reset) } else { Ok(()) });
            let took = Duration::from_millis(2_100);
            Row { pattern: Pattern::Tasks, tally, took, used: None }
        };
        let text = table(&plan, &[row(false), row(true)]);
        assert!(text.lines().nth(1).is_some_and(|line| line.contains("1.05")), "{text}");
        assert!(text.lines().nth(2).is_some_and(|line| line.contains('–')), "{text}");
        assert!(text.contains("lightweight threads: 1 × connection reset while waiting"), "{text}");
        assert!(text.contains("not known here"), "{text}");
    }
}
