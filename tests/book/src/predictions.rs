//! Predict, then run: every chapter asks for a prediction before its run and for each exercise, and
//! what a tiny program can come to is told only after the question.

use std::collections::BTreeSet;

/// How a question begins, and how its folded answer ends.
const OPENS: &str = "<details class=\"predict\">";
const CLOSES: &str = "</details>";

/// How an exercise is announced, at the beginning of a line.
const EXERCISE: &str = "\n**Exercise ";

/// What is wrong with the questions of a chapter's page, in markdown.
pub fn problems(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let run = section(text, "Run it");
    // What the run prints is shown in the first block of text of that section.
    let before_the_run = run.split("```text").next().unwrap_or_default();
    if !before_the_run.contains(OPENS) {
        found.push(format!("{name}: nothing is to be predicted before the run"));
    }
    let mut exercises = section(text, "Exercises").split(EXERCISE).skip(1).peekable();
    if exercises.peek().is_none() {
        found.push(format!("{name}: no exercise is announced"));
    }
    for exercise in exercises {
        let number = exercise.split(':').next().unwrap_or_default();
        if !exercise.contains(OPENS) {
            found.push(format!("{name}: nothing is to be predicted for exercise {number}"));
        }
    }
    for (number, line) in text.lines().enumerate() {
        let shown = line.contains("{{#include outcomes/");
        if shown && !is_folded(text, number) {
            found.push(format!("{name}:{}: outcomes are told before the question", number + 1));
        }
    }
    found
}

/// Whether line `number` of `text` is inside a folded answer.
fn is_folded(text: &str, number: usize) -> bool {
    let before = text.lines().take(number);
    before.fold(false, |folded, line| (folded || line == OPENS) && line != CLOSES)
}

/// The text below this second-level heading.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let after = text.split_once(&format!("\n## {heading}\n")).map_or("", |(_, after)| after);
    after.split("\n## ").next().unwrap_or_default()
}

/// What is wrong between the tiny `programs` (a name and a source each), the `outcomes` kept for the
/// book (names), and the `pages`, which should show both.
pub fn unshown(
    programs: &[(String, String)],
    outcomes: &BTreeSet<String>,
    pages: &[&str],
) -> Vec<String> {
    let on_a_page = |what: &str| pages.iter().any(|page| page.contains(what));
    let mut found = Vec::new();
    let mut predicted = BTreeSet::new();
    for (name, source) in programs {
        if !on_a_page(&format!("{name}:")) {
            found.push(format!("{name}: no page shows this program"));
        }
        let calls = source.split("predicts(\"").skip(1);
        predicted.extend(calls.filter_map(|call| call.split('"').next()).map(str::to_owned));
    }
    for outcome in outcomes {
        if !on_a_page(&format!("{{{{#include outcomes/{outcome}.txt}}}}")) {
            found.push(format!("outcomes/{outcome}.txt: no page shows it"));
        }
        if !predicted.contains(outcome) {
            found.push(format!("outcomes/{outcome}.txt: no program has these outcomes"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# Page\n\n## Run it\n\n<details class=\"predict\">\nWhat?\n</details>\n\n\
        ```text\nrun\n```\n\n## Exercises\n\n**Exercise 1.1: a.** Text.\n\n\
        <details class=\"predict\">\n{{#include outcomes/ch01-a.txt}}\n</details>\n\n## Sources\n";

    #[test]
    fn a_page_that_asks_first_passes() {
        assert_eq!(problems("p.md", GOOD), [""; 0]);
    }

    #[test]
    fn a_question_that_is_missing_or_late_is_found() {
        let late = GOOD.replace("<details class=\"predict\">\nWhat?\n</details>\n\n", "");
        let late =
            late.replace("run\n```\n", "run\n```\n<details class=\"predict\">\n</details>\n");
        assert_eq!(problems("p.md", &late), ["p.md: nothing is to be predicted before the run"]);
        let two = GOOD.replace("\n## Sources", "\n**Exercise 1.2: b.** Text.\n\n## Sources");
        assert_eq!(problems("p.md", &two), ["p.md: nothing is to be predicted for exercise 1.2"]);
        let none = GOOD.replace("**Exercise 1.1: a.**", "Nothing.");
        assert_eq!(problems("p.md", &none), ["p.md: no exercise is announced"]);
    }

    #[test]
    fn outcomes_in_plain_view_are_found() {
        let plain = GOOD.replace("## Sources\n", "{{#include outcomes/ch01-b.txt}}\n");
        assert_eq!(problems("p.md", &plain), ["p.md:21: outcomes are told before the question"]);
    }

    #[test]
    fn programs_and_outcomes_that_no_page_shows_are_found() {
        let program = ("predict/a.rs".to_owned(), "predicts(\"ch01-a\", a);".to_owned());
        let outcomes = BTreeSet::from(["ch01-a".to_owned(), "ch01-old".to_owned()]);
        let page = "{{#include ../../predict/a.rs:program}}\n{{#include outcomes/ch01-a.txt}}";
        let found = unshown(std::slice::from_ref(&program), &outcomes, &[page]);
        let old = "outcomes/ch01-old.txt: no";
        assert_eq!(
            found,
            [format!("{old} page shows it"), format!("{old} program has these outcomes")]
        );
        let found = unshown(&[program], &BTreeSet::new(), &[""]);
        assert_eq!(found, ["predict/a.rs: no page shows this program"]);
    }
}
