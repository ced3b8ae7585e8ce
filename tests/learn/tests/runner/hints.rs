//! Hints come one step at a time.

use crate::mini::Mini;

#[test]
fn each_time_is_one_step_more() {
    let mini = Mini::new("hints");
    let step = |arguments: &[&str], pieces: &[&str]| {
        let learnt = mini.learn(&[&["hint", "1.1"], arguments].concat());
        learnt.says(0, pieces);
        learnt.stdout
    };
    let first =
        step(&[], &["Hint 1 of 3 to 1.1", "What is asked of double?", "cargo learn hint 1.1"]);
    assert!(!first.contains("operators"), "{first}");
    step(&[], &["Hint 2 of 3", "Look at the operators."]);
    step(&[], &["Hint 3 of 3", "Almost the code.", "cargo learn solution 1.1"]);
    step(&[], &["Hint 3 of 3"]);
    step(&["--step", "1"], &["Hint 1 of 3", "one step more: cargo learn hint 1.1 --step 2"]);
    step(&["--all"], &["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3"]);
    std::fs::remove_dir_all(mini.path("target")).expect("the counter is lost");
    step(&[], &["Hint 1 of 3"]);
    let line = "cargo learn: no step 4: 1.1 has 3 hints; try: cargo learn hint 1.1 --step 3";
    mini.learn(&["hint", "1.1", "--step", "4"]).refuses(line);
}

#[test]
fn a_counter_that_cannot_be_kept_is_told_with_the_way_on() {
    let mini = Mini::new("hints_without_a_counter");
    // A file where the counter's folder should be.
    mini.write("target/learn/hints", "");
    for _ in 0..2 {
        let more = "cargo learn hint 1.1 --step 2";
        let told = format!("; for the next: {more}\n");
        let next = format!("(one step more: {more})");
        mini.learn(&["hint", "1.1"])
            .says(0, &["Hint 1 of 3", "cannot remember that you have seen this (", &told, &next]);
    }
    mini.learn(&["hint", "1.1", "--step", "2"]).says(0, &["Hint 2 of 3", "hint 1.1 --step 3"]);
}

#[test]
fn missing_hints_are_told_with_their_file() {
    let mini = Mini::new("missing_hints");
    mini.write("chapters/ch01-toy/hints/double.md", "none\n");
    let learnt = mini.learn(&["hint", "1.1"]);
    assert_eq!(learnt.code, Some(1));
    assert!(learnt.stderr.trim_end().ends_with("double.md: write `## Hint 1` and a hint below it"));
}
