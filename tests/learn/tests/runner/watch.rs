//! Watching: a save is graded again, and only the exercise that was saved.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use crate::mini::{DOUBLE, Mini, TURN};

/// Far longer than a build takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running `cargo learn watch`.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(mini: &Mini, flags: &[&str]) -> Watch {
        let mut child = mini
            .command(&[&["watch"], flags].concat())
            .stdout(Stdio::piped())
            .spawn()
            .expect("cargo learn starts");
        let stdout = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Watch { child, lines }
    }

    /// All lines up to the first that holds `piece`.
    #[track_caller]
    fn until(&self, piece: &str) -> String {
        let mut seen = String::new();
        while !seen.contains(piece) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => seen = seen + &line + "\n",
                Err(error) => panic!("no line with `{piece}` ({error}) after:\n{seen}"),
            }
        }
        seen
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Between two saves it has no child of its own.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn grades_what_is_saved(mini: &Mini, flags: &[&str], means: &str) {
    let watch = Watch::start(mini, flags);
    let start = watch.until("Next:");
    assert!(start.contains("watching chapters/ch01-toy/src/exercises\n"), "{start}");
    assert!(start.contains(means), "{start}");

    let wrong = mini.read("solutions/ch01-toy/wrong/double/adds_two.rs");
    mini.write(DOUBLE, &wrong);
    let first = watch.until("waiting for the next save");
    assert!(first.contains("✗ nothing stays nothing") && !first.contains("1.2 One"), "{first}");

    // By now the clock has gone on: a save without a change differs by its time.
    mini.write(DOUBLE, &wrong);
    let again = watch.until("waiting for the next save");
    assert!(again.contains("✗ nothing stays nothing"), "{again}");

    mini.solve(DOUBLE);
    let second = watch.until("waiting for the next save");
    assert!(second.contains("solved: all claims hold"), "{second}");
    assert!(second.contains("Next: 1.2 One after the other"), "{second}");

    mini.solve(TURN);
    let third = watch.until("waiting for the next save");
    assert!(third.contains("1.2 One after the other (") && !third.contains("1.1"), "{third}");
}

#[test]
fn a_save_is_graded_by_file_events() {
    let mini = Mini::new("watch_events");
    grades_what_is_saved(&mini, &[], "2 exercises, by file events; Ctrl-C ends this");
}

#[test]
fn a_save_is_graded_by_polling() {
    let mini = Mini::new("watch_polling");
    grades_what_is_saved(&mini, &["--poll"], "2 exercises, by looking twice a second; Ctrl-C");
}

#[test]
fn an_editor_that_renames_over_the_file_is_seen() {
    let mini = Mini::new("watch_rename");
    let watch = Watch::start(&mini, &[]);
    watch.until("Next:");
    let answer = course::stub::shown(&mini.read("solutions/ch01-toy/src/double.rs"));
    let beside = format!("{DOUBLE}.new");
    mini.write(&beside, &answer);
    std::fs::rename(mini.path(&beside), mini.path(DOUBLE)).expect("renamed");
    assert!(watch.until("waiting for the next save").contains("solved"));
}

#[test]
fn a_stub_that_is_renamed_or_deleted_is_told() {
    let mini = Mini::new("watch_gone");
    let watch = Watch::start(&mini, &[]);
    watch.until("Next:");
    let beside = format!("{DOUBLE}.mine");
    std::fs::rename(mini.path(DOUBLE), mini.path(&beside)).expect("renamed");
    let told = watch.until("waiting for the next save");
    assert!(told.contains(&format!("1.1 Twice as much is gone ({DOUBLE})\n")), "{told}");
    assert!(told.contains("bring the stub back: cargo learn reset 1.1"), "{told}");

    std::fs::rename(mini.path(&beside), mini.path(DOUBLE)).expect("renamed");
    let back = watch.until("waiting for the next save");
    assert!(back.contains("1.1 Twice as much (") && back.contains("still waits"), "{back}");

    std::fs::remove_file(mini.path(TURN)).expect("removed");
    let told = watch.until("waiting for the next save");
    assert!(told.contains("1.2 One after the other is gone") && !told.contains("1.1"), "{told}");
}
