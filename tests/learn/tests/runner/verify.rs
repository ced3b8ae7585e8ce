//! `verify` as a whole, and those findings that only a build can bring.

use crate::mini::{DOUBLE, Mini, TURN};

#[test]
fn an_untouched_course_is_sound() {
    let mini = Mini::new("verify_sound");
    let learnt = mini.learn(&["verify"]);
    learnt.says(0, &["✓ 1.1   double\n", "✓ 1.2   turn\n", "nothing to mend in 2 exercises"]);
}

#[test]
fn what_a_learner_filled_in_is_no_finding() {
    let mini = Mini::new("verify_yours");
    // A warning in the learner's own file, and an exercise that is half done.
    let yours = "//! Exercise 1.1: Twice as much\n/// Twice.\npub fn doubled(n: u32) -> u32 {\n    \
                 let unused = n;\n    return n + n;\n}\n";
    mini.write(DOUBLE, yours);
    mini.replace(TURN, "todo!(\"exercise 1.2: a turn is never 0\")", "turn");
    mini.learn(&["verify"]).says(
        0,
        &[
            "✓ 1.1   double (yours is filled in)",
            "✓ 1.2   turn (yours is begun)",
            "nothing to mend",
        ],
    );
}

#[test]
fn a_learners_error_is_told_apart_from_a_finding() {
    let mini = Mini::new("verify_your_error");
    mini.write(DOUBLE, "//! Exercise 1.1: Twice as much\npub fn doubled() -> u32 { oops }\n");
    mini.learn(&["verify"]).says(
        0,
        &[
            "? ch01-toy is not proven: yours does not compile (chapters/ch01-toy/src/exercises/double.rs)",
            "Next: mend yours: cargo learn check",
        ],
    );
}

#[test]
fn a_warning_in_our_answer_is_found() {
    let mini = Mini::new("verify_lint");
    mini.replace("solutions/ch01-toy/src/double.rs", "    number * 2", "    return number * 2;");
    mini.learn(&["verify"]).says(
        1,
        &["✗ 1.1", "solutions/ch01-toy/src/double.rs: clippy warning: unneeded `return` statement"],
    );
}

#[test]
fn a_warning_in_a_waiting_stub_is_found() {
    let mini = Mini::new("verify_stub_lint");
    for file in ["solutions/ch01-toy/src/turn.rs", TURN] {
        let nought = "pub fn nought() -> u64 {\n        return 0;\n    }";
        let helper = &format!("impl Turn {{\n    /// Nought.\n    {nought}\n\n");
        mini.replace(file, "impl Turn {\n", helper);
    }
    let stub = format!("{TURN}: clippy warning: unneeded `return` statement");
    mini.learn(&["verify"]).says(1, &["✓ 1.1", "✗ 1.2", &stub]);
}

#[test]
fn an_answer_that_breaks_its_contract_is_found() {
    let mini = Mini::new("verify_answer");
    mini.replace("solutions/ch01-toy/src/double.rs", "number * 2", "number + 2");
    mini.learn(&["verify"]).says(
        1,
        &[
            "✗ 1.1",
            "our answer: double_contract::nothing_stays_nothing: thread",
            "something",
            "✓ 1.2",
        ],
    );
}

#[test]
fn a_wrong_answer_that_is_not_caught_is_found() {
    let mini = Mini::new("verify_not_caught");
    mini.replace("solutions/ch01-toy/wrong/double/adds_two.rs", "number + 2", "number * 2");
    mini.replace("solutions/ch01-toy/wrong/turn/stays.rs", "a turn came twice", "another text");
    mini.learn(&["verify"]).says(
        1,
        &[
            "✗ 1.1",
            "wrong answer adds_two: double_contract::nothing_stays_nothing passes",
            "cargo test -p solutions-ch01-toy -- double/adds_two",
            "✗ 1.2",
            "wrong answer stays: the failure does not say `another text`",
        ],
    );
}

#[test]
fn an_answer_that_does_not_compile_is_found() {
    let mini = Mini::new("verify_no_compile");
    mini.replace("solutions/ch01-toy/src/double.rs", "number * 2", "nummer * 2");
    std::fs::remove_file(mini.path("solutions/ch01-toy/tests/wrong_answers_modelled.rs"))
        .expect("removed");
    mini.replace(
        "solutions/ch01-toy/Cargo.toml",
        "[[test]]\nname = \"wrong_answers_modelled\"\nharness = false\n",
        "",
    );
    mini.learn(&["verify"]).says(
        1,
        &[
            "✗ 1.1",
            "double.rs: clippy error: cannot find value `nummer` in this scope",
            "solutions/ch01-toy/tests/solution.rs: missing, or it does not compile",
            "✗ 1.2",
            "solutions/ch01-toy/tests/wrong_answers_modelled.rs: missing, or it does not compile",
            "✗ the course does not compile:\nerror[E0425]",
        ],
    );
}
