//! The chapter's program keeps what the common command line promises, and prints what it should.

mod support;

use std::process::Output;

use ch00_workbench::testkit::{Program, command_line};
use serde_json::Value;

use support::{Manner, server};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch09-showdown") };

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn a_wrong_flag_is_answered_in_one_line_and_the_usage() {
    for (flags, wrong) in [
        (&["load", "--connections", "0"][..], "from 1 to 20000"),
        (&["load", "--connections", "20001"], "from 1 to 20000"),
        (&["load", "--payload", "0"], "from 1 to 67108864"),
        (&["load", "--rate", "-1"], "write messages a second, such as 10000"),
        (&["load", "--rate", "inf"], "write messages a second, such as 10000"),
        (&["load", "--duration", "0s"], "write it like 2s or 500ms"),
        (&["load", "--load-threads", "3"], "from 1 to 2"),
        (&["load", "--format", "xml"], "invalid value 'xml'"),
        (&["load", "--addr", "nowhere"], "write HOST:PORT"),
        (&["serve", "--server", "apache"], "invalid value 'apache'"),
        (&["serve", "--threads", "0"], "from 1 to 1024"),
        (&["compare", "--servers", "tokio,apache"], "no server is called `apache`"),
        (&["compare", "--rounds", "0"], "from 1 to 1000"),
        (&["compare", "--work", "knit"], "write none, sleep:200ms, spin:200us or rare:20ms/20000"),
    ] {
        let output = PROGRAM.run(flags);
        let said = complaint(&output);
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {said}");
        assert!(said.contains(wrong) && said.contains("\nusage: "), "{flags:?}: {said}");
        assert_eq!(said.lines().count(), 2, "{flags:?}: {said}");
    }
}

#[test]
fn a_measurement_that_failed_prints_what_it_has_and_one_line_why() {
    let address = server(Manner::Corrupts(64)).to_string();
    let flags = ["load", "--addr", &address, "--connections", "2", "--messages", "10"];
    let output = PROGRAM.run(&flags);
    assert_eq!(output.status.code(), Some(1));
    let (said, complaint) = (said(&output), complaint(&output));
    assert!(said.contains("failed       wrong bytes × 2: client "), "{said}");
    assert!(
        complaint.starts_with("error: 2 of 2 connections: wrong bytes × 2 (client "),
        "{complaint}"
    );
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
}

#[test]
fn the_table_says_what_was_measured() {
    let address = server(Manner::Right).to_string();
    let output =
        PROGRAM.run(&["load", "--addr", &address, "--connections", "3", "--messages", "30"]);
    let said = said(&output);
    assert!(output.status.success() && complaint(&output).is_empty(), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], format!("{address}: 3 connections, messages of 64 bytes, closed loop"));
    assert!(lines[1].starts_with("throughput   ") && lines[1].contains(" messages/s, "), "{said}");
    assert!(lines[2].starts_with("messages     30 in ") && lines[2].contains("checked"), "{said}");
    assert!(lines[3].starts_with("latency      p50 ") && lines[3].contains(", most "), "{said}");
    assert_eq!(lines.len(), 4, "{said}");
}

#[test]
fn json_and_csv_tell_the_same_figures() {
    let address = server(Manner::Right).to_string();
    let with = |format| {
        let flags = ["--connections", "2", "--messages", "20", "--rate", "10000"];
        let output =
            PROGRAM.run(&[&["load", "--addr", &address, "--format", format], &flags[..]].concat());
        assert!(output.status.success(), "{}", complaint(&output));
        said(&output)
    };
    let json: Value = serde_json::from_str(&with("json")).expect("it is JSON");
    assert_eq!((&json["messages"], &json["failed"]), (&Value::from(20), &Value::from(0)));
    assert_eq!(json["rate_asked"], Value::from(10_000.0));
    for kind in ["latency_ns", "latency_from_sending_ns"] {
        let at = |name: &str| json[kind][name].as_u64().expect("a whole number");
        let rising = ["p50", "p90", "p99", "p999", "max"].map(at);
        assert!(rising[0] > 0 && rising.is_sorted(), "{kind}: {rising:?}");
    }
    let csv = with("csv");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((lines.len(), lines[0].len()), (2, lines[1].len()), "{csv}");
    let cell = |name| lines[1][lines[0].iter().position(|cell| *cell == name).expect(name)];
    assert_eq!([cell("address"), cell("messages"), cell("failed")], [address.as_str(), "20", "0"]);
    assert_eq!([cell("rate_asked"), cell("connections"), cell("halted")], ["10000", "2", "false"]);
}

/// Its figures differ from run to run; what it tells does not.
#[test]
fn mine_reads_the_same_latencies_or_says_what_it_needs() {
    let address = server(Manner::Right).to_string();
    let output = PROGRAM.run(&["load", "--addr", &address, "--messages", "100", "--mine"]);
    if cfg!(waiting = "percentile") {
        assert!(complaint(&output).contains("your histogram (9.1) is not there yet"), "{output:?}");
    } else {
        assert!(said(&output).contains("yours (9.1)  p50 "), "{output:?}");
    }
}

#[test]
fn the_demo_measures_and_ends_with_its_moral() {
    let output = PROGRAM.run(&[]);
    let said = said(&output);
    assert!(output.status.success(), "{}", complaint(&output));
    let base = said.lines().find(|line| line.starts_with("tokio ")).expect("the base takes part");
    assert!(base.contains("messages/s, 1.00 × tokio"), "{base}");
    let due = |what| said.lines().find(|line| line.starts_with(what)).expect(what);
    assert!(due("counted from when it was sent").contains("p99"), "{said}");
    assert!(due("counted from when it was due").contains("p99"), "{said}");
    assert!(said.lines().last().expect("a line").starts_with("Moral: measure before"), "{said}");
}

#[cfg(unix)]
mod signals {
    use std::process::Stdio;
    use std::time::Duration;

    use ch00_workbench::within;
    use rustix::process::{Pid, Signal, kill_process};

    use super::*;

    #[test]
    fn ctrl_c_prints_what_is_measured_so_far() {
        within(Duration::from_secs(60), || {
            let address = server(Manner::Right).to_string();
            let mut command = PROGRAM.command(&["load", "--addr", &address, "--duration", "1h"]);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
            let child = child.expect("it can be started");
            let id = Pid::from_raw(child.id() as i32).expect("a process has a number");
            support::wait_for_clients(50);
            kill_process(id, Signal::INT).expect("it is our child");
            let output = child.wait_with_output().expect("it ends");
            let said = said(&output);
            assert!(output.status.success(), "{}", complaint(&output));
            assert!(said.contains("\nstopped before its time: "), "{said}");
            assert!(said.contains("every byte checked"), "{said}");
        });
    }
}
