//! An outcome, for people and for machines.

use std::fmt::Write;
use std::time::Duration;

use serde_json::json;

use super::outcome::{Latencies, Outcome};
use super::plan::{Pace, Plan};

/// The columns of the CSV.
pub const CSV_HEADER: &str = "address,connections,payload,threads,rate_asked,messages,seconds,\
    messages_per_second,p50_ns,p90_ns,p99_ns,p999_ns,max_ns,mean_ns,sent_p50_ns,sent_p99_ns,\
    sent_p999_ns,sent_max_ns,fewest,most,unsent,failed,halted";

/// The outcome as a table of a few lines.
pub fn table(plan: &Plan, outcome: &Outcome) -> String {
    let Outcome { answered, rate, window, fewest_and_most: (fewest, most), .. } = outcome;
    let (address, payload) = (plan.address, plan.payload);
    let pace = match plan.pace {
        Pace::Closed => "closed loop".to_owned(),
        Pace::Open { rate } => format!("open loop at {rate} messages/s"),
    };
    let mut text = format!(
        "{address}: {}, messages of {payload} bytes, {pace}\n\
         throughput   {rate:.0} messages/s, {:.1} MB/s each way\n\
         messages     {answered} in {:.2} s, every byte checked; {fewest} to {most} a connection\n",
        clients(outcome.connected),
        rate * payload as f64 / 1e6,
        window.as_secs_f64(),
    );
    if outcome.latency.is_empty() {
        text += "latency      none: nothing was answered\n";
        return text + &ending(outcome);
    }
    text += &latency_line("latency", &Latencies::of(&outcome.latency));
    if let Some(uncorrected) = &outcome.uncorrected {
        text += &latency_line("  as sent", &Latencies::of(uncorrected));
        text += "             the first counts from when a message was due, the second from when it was sent\n";
    }
    text + &ending(outcome)
}

/// What is left to say: what was not measured, and what failed.
fn ending(outcome: &Outcome) -> String {
    let mut text = String::new();
    if outcome.unsent > 0 {
        let _ = writeln!(text, "unsent       {} were due, and never could be sent", outcome.unsent);
    }
    if outcome.halted {
        text += "stopped before its time: this is what was measured until then\n";
    }
    for (kind, failures) in &outcome.failures {
        let _ = writeln!(text, "failed       {kind} × {}: {}", failures.count, failures.example);
    }
    text
}

fn latency_line(name: &str, latencies: &Latencies) -> String {
    let Latencies { p50, p90, p99, p999, max, .. } = latencies;
    let [p50, p90, p99, p999, max] = [p50, p90, p99, p999, max].map(|time| brief(*time));
    format!("{name:<12} p50 {p50}, p90 {p90}, p99 {p99}, p99.9 {p999}, most {max}\n")
}

/// The number of connections, with the word.
pub fn clients(connections: usize) -> String {
    format!("{connections} connection{}", if connections == 1 { "" } else { "s" })
}

/// A time with three digits and the unit that suits it.
pub fn brief(time: Duration) -> String {
    let ns = time.as_nanos() as f64;
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    match value {
        value if value < 10.0 => format!("{value:.2} {unit}"),
        value if value < 100.0 => format!("{value:.1} {unit}"),
        value => format!("{value:.0} {unit}"),
    }
}

/// The outcome as one JSON object; times are in nanoseconds.
pub fn json(plan: &Plan, outcome: &Outcome) -> serde_json::Value {
    let failures: serde_json::Map<_, _> = outcome
        .failures
        .iter()
        .map(|(kind, failures)| {
            let what = json!({ "count": failures.count, "example": failures.example });
            (kind.word().to_owned(), what)
        })
        .collect();
    json!({
        "address": plan.address.to_string(),
        "connections": outcome.connected,
        "payload": plan.payload,
        "threads": plan.threads,
        "rate_asked": rate_asked(plan),
        "messages": outcome.answered,
        "seconds": outcome.window.as_secs_f64(),
        "messages_per_second": outcome.rate,
        "latency_ns": latencies_json(&Latencies::of(&outcome.latency)),
        "latency_from_sending_ns":
            outcome.uncorrected.as_ref().map(|histogram| latencies_json(&Latencies::of(histogram))),
        "fewest_per_connection": outcome.fewest_and_most.0,
        "most_per_connection": outcome.fewest_and_most.1,
        "unsent": outcome.unsent,
        "failed": outcome.failed(),
        "failures": failures,
        "halted": outcome.halted,
    })
}

fn latencies_json(latencies: &Latencies) -> serde_json::Value {
    let Latencies { p50, p90, p99, p999, max, mean } = latencies;
    let [p50, p90, p99, p999, max, mean] = [p50, p90, p99, p999, max, mean].map(ns);
    json!({ "p50": p50, "p90": p90, "p99": p99, "p999": p999, "max": max, "mean": mean })
}

fn ns(time: &Duration) -> u64 {
    time.as_nanos() as u64
}

fn rate_asked(plan: &Plan) -> Option<f64> {
    match plan.pace {
        Pace::Closed => None,
        Pace::Open { rate } => Some(rate),
    }
}

/// The outcome as a line of CSV, under [`CSV_HEADER`]; what there is not, is empty.
pub fn csv(plan: &Plan, outcome: &Outcome) -> String {
    let Latencies { p50, p90, p99, p999, max, mean } = Latencies::of(&outcome.latency);
    let sent = outcome.uncorrected.as_ref().map(Latencies::of);
    let sent = |read: fn(&Latencies) -> Duration| {
        sent.as_ref().map(|sent| ns(&read(sent)).to_string()).unwrap_or_default()
    };
    let cells = [
        plan.address.to_string(),
        outcome.connected.to_string(),
        plan.payload.to_string(),
        plan.threads.to_string(),
        rate_asked(plan).map(|rate| rate.to_string()).unwrap_or_default(),
        outcome.answered.to_string(),
        outcome.window.as_secs_f64().to_string(),
        format!("{:.1}", outcome.rate),
        ns(&p50).to_string(),
        ns(&p90).to_string(),
        ns(&p99).to_string(),
        ns(&p999).to_string(),
        ns(&max).to_string(),
        ns(&mean).to_string(),
        sent(|sent| sent.p50),
        sent(|sent| sent.p99),
        sent(|sent| sent.p999),
        sent(|sent| sent.max),
        outcome.fewest_and_most.0.to_string(),
        outcome.fewest_and_most.1.to_string(),
        outcome.unsent.to_string(),
        outcome.failed().to_string(),
        outcome.halted.to_string(),
    ];
    cells.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_with_three_digits() {
        let nanos = [(0, "0.00 ns"), (999, "999 ns"), (4_250, "4.25 µs"), (20_000_000, "20.0 ms")];
        for (ns, text) in nanos {
            assert_eq!(brief(Duration::from_nanos(ns)), text);
        }
        assert_eq!(brief(Duration::from_secs(120)), "120 s");
    }
}
