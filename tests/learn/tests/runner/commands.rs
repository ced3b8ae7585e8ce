//! What is refused, and with which next command; and `run`.

use crate::mini::{DOUBLE, Mini, TURN};

#[test]
fn an_unknown_exercise_is_told_which_there_are() {
    let mini = Mini::new("an_unknown_exercise");
    for (command, number) in
        [("check", "9.9"), ("hint", "1"), ("solution", "x"), ("reset", "1.3"), ("check", "")]
    {
        let line = format!(
            "cargo learn: no exercise {number}: there are 1.1, 1.2; try: cargo learn {command} 1.1"
        );
        mini.learn(&[command, number]).refuses(&line);
    }
}

#[test]
fn an_unknown_flag_or_command_shows_the_usage() {
    let mini = Mini::new("an_unknown_flag");
    for arguments in [&["check", "--frob"][..], &["frob"], &["hint"], &["check", "--limit", "0"]] {
        let learnt = mini.learn(arguments);
        assert_eq!(learnt.code, Some(2), "{learnt:#?}");
        assert!(learnt.stderr.contains("try '--help'"), "{learnt:#?}");
    }
}

#[test]
fn a_folder_that_is_no_course_is_told_in_one_line() {
    let mini = Mini::new("no_course");
    let learnt = mini.learn(&["--root", "/nowhere/at/all"]);
    assert_ne!(learnt.code, Some(0));
    let elsewhere = std::process::Command::new(env!("CARGO_BIN_EXE_learn"))
        .args(["--root", "nowhere"])
        .output()
        .expect("cargo learn starts");
    assert_eq!(elsewhere.status.code(), Some(1));
    let told = String::from_utf8_lossy(&elsewhere.stderr);
    assert_eq!(told, "cargo learn: nowhere: no course here: it has no folder `chapters`\n");
}

#[test]
fn a_lost_stub_is_told_with_the_way_back() {
    let mini = Mini::new("a_lost_stub");
    std::fs::remove_file(mini.path(DOUBLE)).expect("removed");
    mini.learn(&["check", "1.1"])
        .says(1, &["double.rs is missing", "Next: bring the stub back: cargo learn reset 1.1"]);
    mini.learn(&[]).says(0, &["1.1", "its file is missing", "cargo learn reset 1.1"]);
    mini.learn(&["reset", "1.1"]).says(0, &["is the stub again"]);
}

#[test]
fn a_stub_that_is_no_text_does_not_hide_the_others() {
    let mini = Mini::new("no_text");
    std::fs::write(mini.path(DOUBLE), b"//! Exercise 1.1: \xff\n").expect("written");
    let why = "cannot be read: stream did not contain valid UTF-8";
    let next = format!("Next: make {DOUBLE} readable UTF-8 text, then: cargo learn check 1.1");
    let next = next.as_str();
    mini.learn(&[]).says(0, &["1.1", why, "1.2", "waits", "0 of 2 exercises solved", next]);
    mini.learn(&["check"]).says(1, &["✗ chapters", why, next, "cargo learn reset 1.1"]);
    mini.learn(&["check", "1.2"]).says(1, &["still waits"]);
    mini.solve(TURN);
    let because = format!("✗ cannot be graded, because {DOUBLE} does not compile:");
    mini.learn(&["check", "1.2"]).says(1, &[&because, "valid utf-8"]);
    mini.learn(&["reset", "1.1"]).says(0, &["is the stub again"]);
    mini.learn(&["check", "1.2"]).says(0, &["solved"]);
}

#[test]
fn run_hands_flags_and_exit_code_on() {
    let mini = Mini::new("run");
    let learnt = mini.learn(&["run", "1", "serve", "--addr", "127.0.0.1:0", "--help"]);
    learnt.says(7, &[r#"toy runs with ["serve", "--addr", "127.0.0.1:0", "--help"]"#]);
    mini.learn(&["run", "1", "--help"]).says(7, &[r#"toy runs with ["--help"]"#]);
    let line = "cargo learn: no chapter 7: you can run chapter 1; try: cargo learn run 1";
    mini.learn(&["run", "7"]).refuses(line);
    std::fs::remove_file(mini.path("chapters/ch01-toy/src/main.rs")).expect("removed");
    let line = "cargo learn: chapter 1 has no program: no chapter has a program yet";
    mini.learn(&["run", "1"]).refuses(line);
}

#[test]
fn the_course_is_found_from_any_folder_within() {
    let mini = Mini::new("found_from_within");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_learn"))
        .current_dir(mini.path("chapters/ch01-toy/src"))
        .output()
        .expect("cargo learn starts");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.starts_with("ch01-toy\n") && told.contains("0 of 2 exercises"), "{told}");
}
