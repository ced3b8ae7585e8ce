//! The results for the book: tables in Markdown, each between anchors, so that a page includes the
//! one it wants.

use std::env;
use std::fmt::Write;
use std::thread;

use super::day::today;
use super::results::{Cell, Results};
use super::servers::Server;
use super::trial::Sample;
use crate::load::report::clients;

const NOT_KNOWN: &str = "–";

/// All tables: where the figures are from, one table for all patterns, and one for each number of
/// connections.
pub fn markdown(results: &Results) -> String {
    let mut text = String::new();
    anchored(&mut text, "from", &from(results));
    anchored(&mut text, "patterns", &patterns(results));
    for &connections in &results.plan.connections {
        let table = with_clients(results, connections);
        anchored(&mut text, &format!("clients_{connections}"), &table);
    }
    text
}

fn anchored(text: &mut String, name: &str, body: &str) {
    let _ = write!(text, "<!-- ANCHOR: {name} -->\n{body}<!-- ANCHOR_END: {name} -->\n");
}

/// The machine, the day, the command, and what was held still.
fn from(results: &Results) -> String {
    let plan = &results.plan;
    let flags: Vec<String> = env::args().skip(1).collect();
    let release = if super::builds::is_release() { " --release" } else { "" };
    format!(
        "Measured on {}: {} rounds of {:?}, messages of {} bytes, work {}, {} \
         threads where the server has a choice, placement {}. The command:\n\n\
         ```console\n$ cargo run{release} -p ch09-showdown -- {}\n```\n",
        here_and_now(),
        plan.rounds,
        plan.time,
        plan.payload,
        plan.work,
        plan.threads,
        plan.placement,
        flags.join(" ")
    )
}

/// A line for each server, with what tells patterns apart.
fn patterns(results: &Results) -> String {
    let counts = &results.plan.connections;
    let mut text = "| server |".to_owned();
    // Only the first says what it is, so that as many columns as can be are seen at once.
    for (column, count) in counts.iter().enumerate() {
        let with = if column == 0 { "messages/s with" } else { "with" };
        text += &format!(" {with} {} |", clients(*count));
    }
    let many = counts.iter().max().copied().unwrap_or(1);
    let some = counts.iter().min_by_key(|count| count.abs_diff(50)).copied().unwrap_or(1);
    text += &format!(
        " p99, {some} | waits for 1,000 messages, {some} | threads, {some} | memory for each, most |\n"
    );
    text += &format!("|---|{}\n", "--:|".repeat(counts.len() + 4));
    for server in &results.plan.servers {
        let cells: Vec<&Cell> =
            counts.iter().filter_map(|count| results.cell(server.name, *count)).collect();
        if cells.is_empty() {
            continue; // it was not built
        }
        text += &format!("| {} |", server.name);
        let rates = counts.iter().map(|count| rate(results, server, *count));
        rates.for_each(|rate| text += &format!(" {rate} |"));
        let at = results.cell(server.name, some);
        let most = cells.iter().rfind(|cell| cell.connections >= 50 || many < 50);
        text += &format!(
            " {} | {} | {} | {} |\n",
            figure(at, |s| Some(s.latencies.p99.as_nanos() as f64 / 1e3), latency),
            figure(at, |s| s.each(|u| u.voluntary as f64), |each| format!("{:.0}", each * 1e3)),
            figure(at, |s| s.usage.map(|u| u.threads as f64), |threads| format!("{threads:.0}")),
            figure(
                most.copied(),
                |s| Some(s.bytes_a_connection()? / 1024.0),
                |kib| format!("{kib:.2} KiB")
            ),
        );
    }
    text
}

/// A line for each server with so many clients, held against the base.
fn with_clients(results: &Results, connections: usize) -> String {
    let base = results.plan.base.name;
    let mut text = format!(
        "| {} | messages/s | ÷ {base} | least–most | by CPU | p50 | p99 | CPU a message |\n\
         |---|{}\n",
        clients(connections),
        "--:|".repeat(7)
    );
    for cell in results.cells.iter().filter(|cell| cell.connections == connections) {
        let ratio = results.ratio(cell);
        let known = |text: Option<String>| text.unwrap_or_else(|| NOT_KNOWN.to_owned());
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            cell.server.name,
            figure(Some(cell), Sample::rate, grouped),
            known(ratio.map(|ratio| format!("{:.2}", ratio.median))),
            known(ratio.map(|ratio| format!("{:.2}–{:.2}", ratio.least, ratio.most))),
            known(results.ratio_of(cell, Sample::by_cpu).map(|it| format!("{:.2}", it.median))),
            figure(Some(cell), |s| Some(s.latencies.p50.as_nanos() as f64 / 1e3), latency),
            figure(Some(cell), |s| Some(s.latencies.p99.as_nanos() as f64 / 1e3), latency),
            figure(Some(cell), Sample::cpu_us, |us| format!("{us:.2} µs")),
        );
    }
    text
}

/// A latency in the unit that it is read in.
fn latency(us: f64) -> String {
    if us < 1e3 { format!("{us:.1} µs") } else { format!("{:.1} ms", us / 1e3) }
}

fn rate(results: &Results, server: &Server, connections: usize) -> String {
    figure(results.cell(server.name, connections), Sample::rate, grouped)
}

/// The median of a figure, if there is one.
fn figure(
    cell: Option<&Cell>,
    figure: fn(&Sample) -> Option<f64>,
    told: impl Fn(f64) -> String,
) -> String {
    let median = cell.and_then(|cell| cell.spread(figure)).map(|spread| spread.median);
    median.map_or_else(|| NOT_KNOWN.to_owned(), told)
}

/// Thousands, as a reader wants them.
fn grouped(figure: f64) -> String {
    let digits = format!("{figure:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The day and the machine, as tables name them.
pub fn here_and_now() -> String {
    let cores = thread::available_parallelism().map_or(0, usize::from);
    format!("{}, on {}, {cores} cores, {}", today(), processor(), env::consts::OS)
}

/// What the system calls the processor.
fn processor() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    known.unwrap_or_else(|| env::consts::ARCH.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([7.0, 999.6, 12_345.0, 1e6].map(grouped), ["7", "1,000", "12,345", "1,000,000"]);
    }
}
