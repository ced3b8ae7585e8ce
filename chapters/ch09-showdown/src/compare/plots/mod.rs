//! The results as plots: SVG that a browser shows, and that the book includes.

mod chart;
mod scale;

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::results::Results;
use super::sweeps::{Curve, Sweeps, WORKS};
use super::trial::Sample;
use chart::Plot;

/// Draws all plots into `folder`, and says what they are called.
///
/// # Errors
/// If the folder cannot be made, or a file not be written.
pub fn draw(results: &Results, sweeps: &Sweeps, folder: &Path) -> anyhow::Result<Vec<String>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut plots = vec![
        ("clients.svg".to_owned(), throughput(results)),
        ("latency.svg".to_owned(), latencies(sweeps)),
        ("memory.svg".to_owned(), memory(results)),
    ];
    for work in WORKS {
        let file = format!("threads-{}.svg", work.split(':').next().unwrap_or(work));
        plots.push((file, threads(sweeps, work)));
    }
    let mut drawn = Vec::new();
    for (file, plot) in plots {
        if plot.curves.iter().any(|curve| !curve.points.is_empty()) {
            let path = folder.join(&file);
            let cannot = || format!("cannot write {}", path.display());
            let stem = file.trim_end_matches(".svg");
            fs::write(&path, plot.svg(stem)).with_context(cannot)?;
            drawn.push(file);
        }
    }
    Ok(drawn)
}

/// A curve over the numbers of clients for each server.
fn over_clients(results: &Results, figure: fn(&Sample) -> Option<f64>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for cell in &results.cells {
        let Some(spread) = cell.spread(figure) else { continue };
        let point = (cell.connections as f64, spread.median);
        match curves.iter_mut().find(|curve| curve.server == cell.server.name) {
            Some(curve) => curve.points.push(point),
            None => {
                let (server, of) = (cell.server.name, String::new());
                curves.push(Curve { server, of, points: vec![point] });
            }
        }
    }
    curves
}

fn throughput(results: &Results) -> Plot<'static> {
    Plot {
        title: format!("Throughput, messages of {} bytes", results.plan.payload),
        across: "clients",
        up: "messages a second",
        curves: over_clients(results, Sample::rate),
        log_across: true,
        log_up: false,
    }
}

fn memory(results: &Results) -> Plot<'static> {
    let mut curves = over_clients(results, |sample| Some(sample.bytes_a_connection()? / 1024.0));
    for curve in &mut curves {
        // With a few clients it is the program's own memory that is measured.
        curve.points.retain(|(clients, kib)| *clients >= 50.0 && *kib > 0.0);
    }
    Plot {
        title: "What a connection adds to the server's memory".to_owned(),
        across: "clients",
        up: "KiB a connection",
        curves,
        log_across: true,
        log_up: true,
    }
}

fn threads(sweeps: &Sweeps, work: &str) -> Plot<'static> {
    let curves = sweeps.threads.iter().filter(|curve| curve.of == work).cloned().collect();
    let kind = match work.split(':').next() {
        Some("sleep") => "requests that wait",
        Some("spin") => "requests that compute",
        _ => "short requests",
    };
    Plot {
        title: format!("Throughput by threads, {kind} ({work})"),
        across: "threads",
        up: "messages a second",
        curves,
        log_across: true,
        log_up: true,
    }
}

fn latencies(sweeps: &Sweeps) -> Plot<'static> {
    let mut curves = sweeps.latencies.clone();
    for (_, quantile_and_ns) in curves.iter_mut().map(|curve| ((), &mut curve.points)) {
        // One of so many is slower: 10 stands for 90 %, 100 for 99 %.
        for (across, up) in quantile_and_ns {
            (*across, *up) = (1.0 / (1.0 - *across), *up / 1e3);
        }
    }
    let of = sweeps.latencies.first().map(|curve| curve.of.clone()).unwrap_or_default();
    Plot {
        title: format!("Latency, {of}"),
        across: "one message of so many takes longer",
        up: "microseconds",
        curves,
        log_across: true,
        log_up: true,
    }
}
