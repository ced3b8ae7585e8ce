//! A reset brings the stub back and keeps what was there.

use crate::mini::{DOUBLE, Mini};

#[test]
fn yours_is_kept_beside_the_stub() {
    let mini = Mini::new("reset");
    let stub = mini.read(DOUBLE);
    mini.learn(&["reset", "1.1"]).says(0, &["is the untouched stub already"]);
    for (round, yours) in ["// first try\n", "// second try\n"].into_iter().enumerate() {
        mini.write(DOUBLE, yours);
        let backup = format!("{DOUBLE}.bak-{}", round + 1);
        let kept = format!("yours is kept as {backup}\n");
        mini.learn(&["reset", "1.1"])
            .says(0, &[&kept, "is the stub again", "cargo learn check 1.1"]);
        assert_eq!(mini.read(&backup), yours);
        assert_eq!(mini.read(DOUBLE), stub);
    }
    mini.learn(&["check"]).says(0, &["Nothing to grade yet"]);
}

#[test]
fn the_hints_start_anew_too() {
    let mini = Mini::new("reset_hints");
    for number in ["1.1", "1.1", "1.2"] {
        mini.learn(&["hint", number]).says(0, &["Hint"]);
    }
    mini.learn(&["reset", "1.1"]).says(0, &["its hints start anew\n"]);
    mini.learn(&["hint", "1.1"]).says(0, &["Hint 1 of 3 to 1.1"]);
    mini.learn(&["hint", "1.2"]).says(0, &["Hint 2 of 3 to 1.2"]);
}

#[test]
fn without_an_answer_to_derive_from_nothing_is_touched() {
    let mini = Mini::new("reset_without_answer");
    mini.write(DOUBLE, "//! Exercise 1.1: Twice as much\n// mine\n");
    mini.replace("solutions/ch01-toy/src/double.rs", "//@ end", "");
    let learnt = mini.learn(&["reset", "1.1"]);
    assert_eq!(learnt.code, Some(1));
    assert!(learnt.stderr.contains("double.rs: line 5: write `//@ end`"), "{learnt:#?}");
    assert!(mini.read(DOUBLE).ends_with("// mine\n"));
}
