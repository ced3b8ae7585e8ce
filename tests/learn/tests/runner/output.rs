//! What a failed claim shows of what its answer wrote.

use crate::mini::{DOUBLE, Mini};

#[test]
fn a_panic_shows_its_text_and_its_place() {
    let mini = Mini::new("a_panic");
    mini.write(
        DOUBLE,
        "//! Exercise 1.1: Twice\npub fn doubled(_: u32) -> u32 {\n    panic!(\"no idea\")\n}\n",
    );
    let learnt = mini.learn(&["check", "1.1"]);
    learnt
        .says(1, &["✗ nothing stays nothing: fails\n", "panicked at", "double.rs:3:5:", "no idea"]);
    assert!(!learnt.stdout.contains("RUST_BACKTRACE"), "{}", learnt.stdout);
}

#[test]
fn an_answer_that_leaves_the_process_does_not_hold() {
    let mini = Mini::new("an_answer_that_leaves");
    for code in [0, 3] {
        let leaves = format!(
            "//! Exercise 1.1: Twice as much\npub fn doubled(_: u32) -> u32 {{\n    \
             std::process::exit({code})\n}}\n"
        );
        mini.write(DOUBLE, &leaves);
        let how =
            format!("✗ nothing stays nothing: ended before the test did, with exit code {code}\n");
        mini.learn(&["check", "1.1"]).says(1, &[&how, "0 of 2 claims hold"]);
    }
}

#[test]
fn an_endless_output_is_cut() {
    let mini = Mini::new("an_endless_output");
    let whole = &["    line 0 ", "\n    line 1 ", "bytes left out …"][..];
    let cut = &["    line 0 ", " characters more)", "bytes left out …"][..];
    for (print, shown) in [("println", whole), ("print", cut), ("eprintln", whole)] {
        let prints = format!(
            "//! Exercise 1.1: Twice as much\npub fn doubled(n: u32) -> u32 {{\n    \
             (0..3_000).for_each(|line| {print}!(\"line {{line}} {{:>150}}\", n));\n    n + 1\n}}\n"
        );
        mini.write(DOUBLE, &prints);
        let learnt = mini.learn(&["check", "1.1"]);
        learnt.says(1, &[shown, &["nothing was doubled into something"]].concat());
        let (lines, bytes) = (learnt.stdout.lines().count(), learnt.stdout.len());
        assert!(lines < 50 && bytes < 10_000, "{print}: {lines} lines, {bytes} bytes");
    }
}
