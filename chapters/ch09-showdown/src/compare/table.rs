//! The results as one table.

use std::time::Duration;

use super::results::{Cell, Results};
use super::trial::Sample;
use crate::load::report::{brief, clients};

const NOT_KNOWN: &str = "–";

/// Draws the results: a block for each number of connections, a line for each server.
pub fn table(results: &Results) -> String {
    let base = results.plan.base.name;
    let mut text = String::new();
    for &connections in &results.plan.connections {
        let cells = results.cells.iter().filter(|cell| cell.connections == connections);
        let lines: Vec<String> = cells.map(|cell| line(results, cell)).collect();
        text += &format!(
            "\n{:<19} {:>10} {:>17} {:>7} {:>8} {:>8} {:>8} {:>6} {:>8} {:>7} {:>9}\n",
            clients(connections),
            "messages/s",
            format!("÷ {base}"),
            "by CPU",
            "p50",
            "p99",
            "CPU/msg",
            "waits",
            "preempt",
            "threads",
            "memory"
        );
        lines.iter().for_each(|line| text += line);
    }
    text += &format!("\n{}", explanation(base));
    for note in &results.notes {
        text += &format!("note: {note}\n");
    }
    text
}

fn explanation(base: &str) -> String {
    format!(
        "Medians of the rounds. ÷ {base}: throughput by that of {base} in the same round, with the \
         least\nand the most. By CPU: the same for messages by processor time, server and clients \
         together; a\nbusy machine spoils it less. CPU/msg, waits and preemptions (for 1,000 messages), \
         threads and\nmemory are the server's.\n"
    )
}

fn line(results: &Results, cell: &Cell) -> String {
    let known = |figure: Option<String>| figure.unwrap_or_else(|| NOT_KNOWN.to_owned());
    let time = |read: fn(&crate::load::outcome::Latencies) -> Duration| {
        let spread = cell.spread(|sample| Some(read(&sample.latencies).as_secs_f64()));
        known(spread.map(|spread| brief(Duration::from_secs_f64(spread.median))))
    };
    let ratio = results
        .ratio(cell)
        .map(|ratio| format!("{:.2} ({:.2}–{:.2})", ratio.median, ratio.least, ratio.most));
    let median =
        |figure: fn(&Sample) -> Option<f64>| cell.spread(figure).map(|spread| spread.median);
    let each = |figure: Option<f64>| known(figure.map(|figure| format!("{:.0}", figure * 1e3)));
    format!(
        "{:<19} {:>10} {:>17} {:>7} {:>8} {:>8} {:>8} {:>6} {:>8} {:>7} {:>9}\n",
        cell.server.name,
        known(median(|sample| sample.rate()).map(|rate| format!("{rate:.0}"))),
        known(ratio),
        known(results.ratio_of(cell, Sample::by_cpu).map(|ratio| format!("{:.2}", ratio.median))),
        time(|latencies| latencies.p50),
        time(|latencies| latencies.p99),
        known(median(|sample| sample.cpu_us()).map(|us| format!("{us:.2} µs"))),
        each(median(|sample| sample.each(|usage| usage.voluntary as f64))),
        each(median(|sample| sample.each(|usage| usage.involuntary as f64))),
        known(median(|s| s.usage.map(|u| u.threads as f64)).map(|threads| format!("{threads:.0}"))),
        known(
            median(|s| s.usage.map(|u| u.resident as f64 / 1048576.0))
                .map(|mib| format!("{mib:.1} MiB"))
        ),
    )
}
