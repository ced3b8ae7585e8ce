//! Each finding that the files alone can bring: one mutation, one finding.

use std::fs;

use crate::mini::{DOUBLE, Mini, TURN};

const ANSWER: &str = "solutions/ch01-toy/src/double.rs";
const WRONG: &str = "solutions/ch01-toy/wrong/double";
const HINTS: &str = "chapters/ch01-toy/hints/double.md";
const CONTRACT: &str = "chapters/ch01-toy/tests/contract/double.rs";
const MODEL: &str = "chapters/ch01-toy/tests/contract/turn_model.rs";

/// Changes a fresh course and expects this one finding, and no other.
fn finds(mutate: impl FnOnce(&Mini), finding: &str) {
    // By the finding's own name, so that two tests never share a folder.
    let folder: String = finding.chars().filter(char::is_ascii_alphanumeric).collect();
    let mini = Mini::new(&folder);
    mutate(&mini);
    mini.learn(&["verify", "--quick"])
        .says(1, &[finding, "\n\nNext: mend this one finding, then: cargo learn verify"]);
}

fn remove(mini: &Mini, path: &str) {
    fs::remove_file(mini.path(path)).expect("removed");
}

#[test]
fn findings_about_stub_and_answer() {
    let renew =
        format!("{DOUBLE} is not the stub that {ANSWER} derives; renew it: cargo learn reset 1.1");
    finds(|mini| mini.replace(DOUBLE, "/// Twice", "/// Thrice"), &renew);
    let missing = format!("{DOUBLE} is missing; bring it back: cargo learn reset 1.1");
    finds(|mini| remove(mini, DOUBLE), &missing);
    let open = format!("{ANSWER}: line 5: write `//@ end` after this `//@ stub`");
    finds(|mini| mini.replace(ANSWER, "    //@ end\n", ""), &open);
    let solved = format!("{ANSWER}: put a `//@ | todo!(…)` into its stub markers");
    let unmark = |mini: &Mini| {
        let shown = course::stub::shown(&mini.read(ANSWER));
        mini.write(ANSWER, &shown);
        mini.write(DOUBLE, &shown);
    };
    finds(unmark, &solved);
    let lost = format!("{ANSWER}: cannot be read");
    finds(|mini| remove(mini, ANSWER), &lost);
}

#[test]
fn findings_about_hints_and_page() {
    let exactly = format!("{HINTS}: write exactly 3 hints, each below a line `## Hint K`");
    finds(|mini| mini.replace(HINTS, "Almost the code.", ""), &exactly);
    for (from, to) in [("## Hint 3", "Hint 3"), ("Almost", "x\n\n## Hint 4\n\nAlmost")] {
        finds(|mini| mini.replace(HINTS, from, to), &exactly);
    }
    finds(|mini| remove(mini, HINTS), &exactly);
    let page = "book/src/ch01-toy.md: write about `Exercise 1.1`";
    finds(|mini| mini.replace("book/src/ch01-toy.md", "1.1", "1.11"), page);
}

#[test]
fn findings_about_contracts() {
    let ignored = "exercise 1.2 waits for you in src/exercises/turn.rs";
    let attribute = &format!("#[cfg_attr(waiting = \"turn\", ignore = \"{ignored}\")]");
    let above = format!("{MODEL}:7: write `{attribute}` above no_turn_comes_twice");
    finds(|mini| mini.replace(MODEL, attribute, ""), &above);
    finds(|mini| mini.replace(MODEL, "exercise 1.2", "exercise 1.1"), &above);
    let included = "chapters/ch01-toy/tests/exercises_modelled.rs: \
                    include `#[path = \"contract/turn_model.rs\"]`";
    let root = "chapters/ch01-toy/tests/exercises_modelled.rs";
    finds(|mini| mini.replace(root, "contract/turn_model.rs", "contract/other.rs"), included);
    let none = format!("{CONTRACT}: write at least one claim (`#[test] fn …`)");
    finds(|mini| mini.write(CONTRACT, "//! Promises nothing.\n"), &none);
}

#[test]
fn findings_about_wrong_answers() {
    let file = format!("{WRONG}/adds_two.rs");
    let few = format!("{WRONG}: write at least 3 wrong answers; it has 2");
    finds(|mini| remove(mini, &file), &few);
    let diagnosis = format!("{file}: write `//! diagnosis: a literal piece of the failure's text`");
    finds(|mini| mini.replace(&file, "//! diagnosis", "//! says"), &diagnosis);
    let number = format!("{file}: write 1.1 in its first line");
    finds(|mini| mini.replace(&file, "exercise 1.1", "exercise 1.2"), &number);
}

#[test]
fn findings_about_strays() {
    for stray in [
        "solutions/ch01-toy/wrong/duoble/adds_two.rs",
        "solutions/ch01-toy/wrong/double/notes.md",
        "chapters/ch01-toy/hints/duoble.md",
        "chapters/ch01-toy/tests/contract/double_modle.rs",
        "chapters/ch01-toy/src/exercises/notes.rs",
    ] {
        // The folder is the stray where all of it belongs to no exercise.
        let shown =
            stray.strip_suffix("duoble/adds_two.rs").map_or(stray.into(), |s| format!("{s}duoble"));
        let finding = format!("✗ {shown} belongs to no exercise; rename or delete it");
        finds(|mini| mini.write(stray, "// stray\n"), &finding);
    }
}

#[test]
fn backups_and_an_editors_files_are_no_strays() {
    let mini = Mini::new("no_strays");
    for name in [format!("{DOUBLE}.bak-1"), format!("{TURN}~"), format!("{HINTS}.swp")] {
        let (folder, name) = name.rsplit_once('/').expect("a folder");
        let dot = if name.ends_with(".swp") { "." } else { "" };
        mini.write(&format!("{folder}/{dot}{name}"), "");
    }
    mini.learn(&["verify", "--quick"]).says(0, &["nothing to mend in 2 exercises"]);
}
