//! The results for machines: every single measurement, so that others can reckon with them.

use serde_json::{Value, json};

use super::results::{Cell, Results};
use super::statistics::Spread;
use super::sweeps::Sweeps;
use super::trial::Sample;

/// The columns of the CSV: a line for each measurement.
pub const CSV_HEADER: &str = "server,connections,round,messages_per_second,messages,p50_ns,p99_ns,\
    p999_ns,max_ns,cpu_us_per_message,messages_per_cpu_second,voluntary_switches,involuntary_switches,threads,\
    resident_bytes,bytes_per_connection,fewest,most,failed";

/// All measurements of the rounds, as CSV.
pub fn csv(results: &Results) -> String {
    let mut text = format!("{CSV_HEADER}\n");
    for cell in &results.cells {
        for (round, sample) in cell.samples.iter().enumerate() {
            if let Some(sample) = sample {
                let (name, connections) = (cell.server.name, cell.connections);
                text += &format!("{name},{connections},{},{}\n", round + 1, csv_cells(sample));
            }
        }
    }
    text
}

fn csv_cells(sample: &Sample) -> String {
    let (latencies, outcome) = (&sample.latencies, &sample.outcome);
    let known = |figure: Option<f64>| figure.map(|figure| figure.to_string()).unwrap_or_default();
    let usage = |read: fn(&super::usage::Usage) -> f64| known(sample.usage.as_ref().map(read));
    let cells = [
        format!("{:.1}", outcome.rate),
        outcome.answered.to_string(),
        latencies.p50.as_nanos().to_string(),
        latencies.p99.as_nanos().to_string(),
        latencies.p999.as_nanos().to_string(),
        latencies.max.as_nanos().to_string(),
        known(sample.cpu_us()),
        known(sample.by_cpu()),
        usage(|usage| usage.voluntary as f64),
        usage(|usage| usage.involuntary as f64),
        usage(|usage| usage.threads as f64),
        usage(|usage| usage.resident as f64),
        known(sample.bytes_a_connection()),
        outcome.fewest_and_most.0.to_string(),
        outcome.fewest_and_most.1.to_string(),
        outcome.failed().to_string(),
    ];
    cells.join(",")
}

/// Medians, ratios, notes and sweeps, as one JSON object.
pub fn json(results: &Results, sweeps: &Sweeps) -> Value {
    let plan = &results.plan;
    json!({
        "base": plan.base.name,
        "rounds": plan.rounds,
        "payload": plan.payload,
        "work": plan.work,
        "threads": plan.threads,
        "placement": plan.placement.to_string(),
        "milliseconds": plan.time.as_millis() as u64,
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "system": std::env::consts::OS,
        "cells": results.cells.iter().map(|cell| cell_json(results, cell)).collect::<Vec<_>>(),
        "sweeps": sweeps.json(),
        "notes": results.notes,
        "missing": results.missing(),
    })
}

fn cell_json(results: &Results, cell: &Cell) -> Value {
    let median = |figure: fn(&Sample) -> Option<f64>| cell.spread(figure).map(|it| it.median);
    json!({
        "server": cell.server.name,
        "connections": cell.connections,
        "rounds": cell.samples.len(),
        "messages_per_second": cell.spread(Sample::rate).map(spread_json),
        "ratio": results.ratio(cell).map(spread_json),
        "ratio_by_cpu": results.ratio_of(cell, Sample::by_cpu).map(spread_json),
        "p50_ns": median(|sample| Some(sample.latencies.p50.as_nanos() as f64)),
        "p99_ns": median(|sample| Some(sample.latencies.p99.as_nanos() as f64)),
        "cpu_us_per_message": median(Sample::cpu_us),
        "threads": median(|sample| sample.usage.map(|usage| usage.threads as f64)),
        "resident_bytes": median(|sample| sample.usage.map(|usage| usage.resident as f64)),
        "bytes_per_connection": median(Sample::bytes_a_connection),
        "voluntary_per_message": median(|sample| sample.each(|usage| usage.voluntary as f64)),
        "involuntary_per_message": median(|sample| sample.each(|usage| usage.involuntary as f64)),
    })
}

fn spread_json(spread: Spread) -> Value {
    json!({ "median": spread.median, "least": spread.least, "most": spread.most })
}
