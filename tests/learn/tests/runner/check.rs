//! Grading: a stub, an answer, wrong answers, a hang, and what does not compile.

use crate::mini::{DOUBLE, Mini, TURN};

#[test]
fn a_stub_still_waits() {
    let mini = Mini::new("a_stub_still_waits");
    mini.learn(&["check", "1.2"]).says(
        1,
        &[
            "1.2 One after the other (chapters/ch01-toy/src/exercises/turn.rs)",
            "still waits for you: 2 todo!s left",
            "Next: fill in chapters/ch01-toy/src/exercises/turn.rs, then: cargo learn check 1.2",
            "cargo learn hint 1.2",
        ],
    );
    mini.learn(&["check"]).says(0, &["Nothing to grade yet", "Next: 1.1 Twice as much"]);
}

#[test]
fn an_answer_is_solved_and_leads_on_to_the_next() {
    let mini = Mini::new("an_answer_is_solved");
    mini.solve(DOUBLE);
    mini.learn(&["check", "1.1"]).says(
        0,
        &[
            "✓ nothing stays nothing\n",
            "✓ two becomes four\n",
            "solved: all claims hold",
            "Next: 1.2 One after the other",
            "cargo learn check 1.2",
        ],
    );
    let progress = mini.learn(&[]);
    progress.says(0, &["ch01-toy", "1.1", "solved", "1.2", "waits", "1 of 2 exercises solved"]);
}

#[test]
fn all_solved_is_said_once_all_were_graded() {
    let mini = Mini::new("all_solved");
    mini.solve(DOUBLE);
    mini.solve(TURN);
    let done = "Next: every exercise is solved, well done; \
                let a server run with yours: cargo learn run 1 serve --mine\n";
    mini.learn(&["check"]).says(0, &["1.1", "solved", "1.2", "solved", done]);
    mini.learn(&[]).says(0, &["2 of 2 exercises solved", done]);
    // One alone says nothing about the others.
    mini.learn(&["check", "1.2"]).says(0, &["solved", "grade them all: cargo learn check"]);
}

#[test]
fn each_wrong_answer_reads_its_own_diagnosis() {
    let mini = Mini::new("each_wrong_answer");
    for (stub, name, mistakes) in [
        (DOUBLE, "double", ["adds_two", "panics", "hangs"]),
        (TURN, "turn", ["starts_at_zero", "starts_at_two", "stays"]),
    ] {
        for mistake in mistakes {
            let file = format!("solutions/ch01-toy/wrong/{name}/{mistake}.rs");
            let wrong = mini.read(&file);
            mini.write(stub, &wrong);
            let header =
                course::wrong::Header::read(file.as_ref(), name, &wrong).expect("a header");
            let number = header.number.to_string();
            let claim = format!("✗ {}: ", header.claim.replace('_', " "));
            let next = format!("Next: mend {stub}, then: cargo learn check {number}");
            mini.learn(&["check", &number]).says(1, &[&claim, &header.diagnosis, &next]);
        }
    }
}

#[test]
fn a_watchdogs_abort_costs_only_its_own_claim() {
    let mini = Mini::new("a_watchdogs_abort");
    let wrong = mini.read("solutions/ch01-toy/wrong/double/hangs.rs");
    mini.write(DOUBLE, &wrong);
    mini.learn(&["check", "1.1"]).says(
        1,
        &[
            "✓ nothing stays nothing\n",
            "✗ two becomes four: was aborted",
            "    watchdog: the toy still waits for its key",
            "1 of 2 claims hold",
        ],
    );
}

#[test]
fn what_does_not_compile_shows_the_compilers_error() {
    let mini = Mini::new("does_not_compile");
    mini.solve(TURN);
    mini.write(
        DOUBLE,
        "//! Exercise 1.1: Twice as much\npub fn doubled(n: u32) -> u32 {\n    m\n}\n",
    );
    mini.learn(&["check", "1.1"]).says(
        1,
        &[
            "✗ does not compile:",
            "error[E0425]",
            "double.rs:3:5",
            "Next: mend",
            "cargo learn check 1.1",
        ],
    );
    mini.learn(&["check", "1.2"]).says(
        1,
        &[
            "✗ cannot be graded, because chapters/ch01-toy/src/exercises/double.rs does not compile:",
            "Next: mend chapters/ch01-toy/src/exercises/double.rs, then: cargo learn check 1.2",
        ],
    );
    let progress = mini.learn(&[]);
    progress.says(0, &["does not compile", "chapter does not compile", "0 of 2 exercises solved"]);
}

#[test]
fn what_is_not_even_tokens_does_not_wait_any_more() {
    let mini = Mini::new("does_not_lex");
    mini.replace(DOUBLE, "}\n", "\n");
    let error = "this file contains an unclosed delimiter";
    mini.learn(&["check"]).says(1, &["1.1 Twice", "✗ does not compile:", error]);
}

#[test]
fn a_warning_is_shown_once_and_costs_nothing() {
    let mini = Mini::new("a_warning");
    mini.solve(TURN);
    mini.replace(TURN, "*last += 1;", "let spare = 1;\n        *last += 1;");
    let learnt = mini.learn(&["check", "1.2"]);
    learnt.says(0, &["! the compiler warns:", "unused variable: `spare`", "solved: all claims"]);
    assert_eq!(learnt.stdout.matches("warning:").count(), 1, "{}", learnt.stdout);
}

#[test]
fn two_answers_are_graded_apart() {
    let mini = Mini::new("two_answers");
    mini.solve(DOUBLE);
    let wrong = mini.read("solutions/ch01-toy/wrong/turn/stays.rs");
    mini.write(TURN, &wrong);
    mini.learn(&["check"]).says(
        1,
        &[
            "1.1 Twice as much",
            "solved: all claims hold",
            "1.2 One after the other",
            "✓ the first turn is one\n",
            "✗ no turn comes twice: fails",
            "1 of 2 claims hold",
            "Next: mend chapters/ch01-toy/src/exercises/turn.rs",
        ],
    );
    mini.learn(&[]).says(0, &["1.1", "solved", "1.2", "1 of 2 claims hold"]);
}
