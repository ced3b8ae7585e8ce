//! A comparison: its table, its files and its plots, and what it says when it is cut short.

use std::path::Path;
use std::process::Output;
use std::time::Duration;

use ch00_workbench::testkit::Program;
use ch00_workbench::within;
use ch09_showdown::compare::rounds::{self, Present};
use ch09_showdown::compare::{Placement, Plan, Server, table};
use ch09_showdown::load::Halt;
use serde_json::Value;

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch09-showdown") };
const LIMIT: Duration = Duration::from_secs(100);

fn run(flags: &[&str]) -> (Output, String) {
    let small = ["compare", "--rounds", "2", "--time", "20ms", "--connections", "1,3"];
    let output = PROGRAM.run(&[&small, flags].concat());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    (output, said)
}

#[test]
fn two_small_rounds_make_one_table() {
    within(LIMIT, || {
        let (_, said) = run(&["--servers", "tokio,smol,tokio-current", "--placement", "free"]);
        for block in ["1 connection ", "3 connections "] {
            let lines: Vec<&str> =
                said.lines().skip_while(|line| !line.starts_with(block)).take(4).collect();
            assert!(lines[0].contains("messages/s") && lines[0].contains("÷ tokio"), "{said}");
            for (line, name) in lines[1..].iter().zip(["tokio", "smol", "tokio-current"]) {
                assert_eq!(line.split_whitespace().next(), Some(name), "{said}");
            }
            assert!(lines[1].contains("1.00 (1.00–1.00)"), "the base against itself: {said}");
        }
        assert!(!said.contains("note: ") && !said.contains("stopped early"), "{said}");
    });
}

#[test]
fn the_files_hold_all_measurements_and_the_plots_are_well_formed() {
    within(LIMIT, || {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let (json, csv, plots) = (path("a.json"), path("a.csv"), path("plots"));
        let markdown = path("tables.txt");
        let files = ["--json", &json, "--csv", &csv, "--plots", &plots, "--table", &markdown];
        run(&[&["--quick", "--servers", "tokio,tokio-current"], &files[..]].concat());
        json_is_right(Path::new(&json));
        csv_is_right(Path::new(&csv));
        tables_are_right(Path::new(&markdown));
        for name in ["clients", "latency", "threads-none", "threads-sleep", "threads-spin"] {
            let file = Path::new(&plots).join(format!("{name}.svg"));
            let text = std::fs::read_to_string(&file).expect("it is drawn");
            let plot = roxmltree::Document::parse(&text).expect("well-formed");
            let words: Vec<&str> = plot.descendants().filter_map(|node| node.text()).collect();
            assert!(words.iter().any(|word| word.trim() == "tokio"), "{name}: {words:?}");
        }
    });
}

fn json_is_right(path: &Path) {
    let json: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("written")).expect("JSON");
    assert_eq!((&json["base"], &json["rounds"]), (&Value::from("tokio"), &Value::from(2)));
    assert_eq!(json["missing"], Value::Null);
    let cells = json["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 4, "two servers with two numbers of clients");
    for cell in cells {
        let spread = |name: &str, which: &str| cell[name][which].as_f64().expect("a number");
        for name in ["messages_per_second", "ratio"] {
            let rising = ["least", "median", "most"].map(|which| spread(name, which));
            assert!(rising[0] > 0.0 && rising.is_sorted(), "{name}: {rising:?}");
        }
        let by_cpu = cell["ratio_by_cpu"]["median"].as_f64();
        assert_eq!(by_cpu.is_some_and(|by_cpu| by_cpu > 0.0), cfg!(target_os = "linux"), "{cell}");
        let cpu = cell["cpu_us_per_message"].as_f64();
        assert_eq!(cpu.is_some_and(|us| us > 0.0), cfg!(target_os = "linux"), "{cell}");
    }
    assert!(json["sweeps"]["latency_ns_by_quantile"].as_array().is_some_and(|all| all.len() == 2));
}

fn csv_is_right(path: &Path) {
    let text = std::fs::read_to_string(path).expect("written");
    let columns = text.lines().next().expect("a header").split(',').count();
    assert_eq!(text.lines().count(), 1 + 8, "{text}");
    assert!(text.lines().all(|line| line.split(',').count() == columns), "{text}");
}

fn tables_are_right(path: &Path) {
    let text = std::fs::read_to_string(path).expect("written");
    for anchor in ["from", "patterns", "clients_1", "clients_3"] {
        let begin = format!("<!-- ANCHOR: {anchor} -->\n");
        let (_, after) = text.split_once(&begin).expect(anchor);
        let (table, _) = after.split_once("<!-- ANCHOR_END").expect(anchor);
        if anchor == "from" {
            assert!(table.contains("-p ch09-showdown -- compare --rounds 2"), "{table}");
            continue;
        }
        let columns: Vec<_> = table.lines().map(|line| line.matches('|').count()).collect();
        assert_eq!(columns.len(), 4, "a head, a rule, and a line for each server: {table}");
        assert!(columns.iter().all(|count| *count == columns[0]), "{table}");
        assert!(table.contains("\n| tokio-current |"), "{table}");
    }
}

/// A plan for servers of this package, which the test's own folder has not: so it names the program.
fn plan_and_present(names: &[&str]) -> (Plan, Vec<Present>) {
    let servers: Vec<_> = names.iter().map(|name| Server::named(name).expect("known")).collect();
    let present = servers.iter().map(|&server| Present { server, program: PROGRAM.path.into() });
    let plan = Plan {
        base: servers[0],
        servers: servers.clone(),
        connections: vec![2],
        rounds: 3,
        time: Duration::from_millis(10),
        payload: 64,
        work: "none".to_owned(),
        threads: 2,
        load_threads: 1,
        placement: Placement::Free,
    };
    let present = present.collect();
    (plan, present)
}

#[test]
fn the_servers_take_turns() {
    within(LIMIT, || {
        let (plan, present) = plan_and_present(&["tokio", "smol"]);
        let mut turns = Vec::new();
        let mut step = |trial: &ch09_showdown::compare::Trial, done: usize, whole: usize| {
            turns.push((trial.server.name, done, whole));
        };
        let results = rounds::run(&plan, &present, &Halt::default(), &mut step);
        let names: Vec<_> = turns.iter().map(|turn| turn.0).collect();
        assert_eq!(names, ["tokio", "smol", "tokio", "smol", "tokio", "smol"]);
        assert_eq!(turns.last(), Some(&("smol", 5, 6)));
        assert!(results.missing().is_none());
        let samples: Vec<_> = results.cells.iter().map(|cell| cell.samples.len()).collect();
        assert_eq!(samples, [3, 3]);
    });
}

#[test]
fn cut_short_it_keeps_what_there_is_and_says_what_is_missing() {
    within(LIMIT, || {
        let (plan, present) = plan_and_present(&["tokio", "smol"]);
        let halt = Halt::default();
        let mut step = |_: &_, done: usize, _: usize| {
            if done == 3 {
                halt.order(); // as Ctrl-C does, before the fourth measurement
            }
        };
        let results = rounds::run(&plan, &present, &halt, &mut step);
        let missing = results.missing().expect("half of it is missing");
        assert_eq!(missing, "stopped early: 3 of 6 measurements; 1 of 3 rounds are whole");
        assert!(table::table(&results).contains("1.00 (1.00–1.00)"));
    });
}

#[test]
fn a_server_that_does_not_start_is_noted_and_costs_the_others_nothing() {
    within(LIMIT, || {
        let (plan, mut present) = plan_and_present(&["tokio", "smol"]);
        present[1].program = "/no/such/program".into();
        let results = rounds::run(&plan, &present, &Halt::default(), &mut |_, _, _| {});
        let notes: Vec<_> = results.notes.iter().collect();
        assert_eq!(notes.len(), 1, "each thing once: {notes:?}");
        assert!(notes[0].starts_with("smol, 2 connections: cannot start program"), "{notes:?}");
        assert!(
            results.ratio(&results.cells[0]).is_some()
                && results.ratio(&results.cells[1]).is_none()
        );
        assert!(table::table(&results).contains(notes[0]));
    });
}

#[test]
fn who_is_not_built_is_skipped_with_the_command_that_builds_him() {
    within(LIMIT, || {
        // A folder with nothing in it but this program.
        let folder = tempfile::tempdir().expect("a folder");
        let alone = folder.path().join("ch09-showdown");
        std::fs::copy(PROGRAM.path, &alone).expect("it can be copied");
        let mut command = std::process::Command::new(alone);
        command.args(["compare", "--servers", "tokio,leader-followers-s5", "--connections", "1"]);
        command.args(["--rounds", "1", "--time", "10ms"]);
        command.env_remove("CARGO").env_remove("CARGO_MANIFEST_DIR");
        let output = command.output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(said.contains("skipped: leader-followers-s5 is not built: cargo build"), "{said}");
        assert!(said.contains("-p ch08-leader-followers\n"), "{said}");
        assert!(said.contains("1.00 (1.00–1.00)"), "{said}");
    });
}
