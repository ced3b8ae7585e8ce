//! The invariants that the architecture page states, as far as the sources alone can show them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::site::BOOK;

/// More lines than this, and a file holds more than one concept.
const LONGEST: usize = 200;

/// Files that were longer when this was first looked at. The list only gets shorter.
const LONGER: [&str; 2] =
    ["chapters/ch09-showdown/src/compare/plots.rs", "chapters/ch09-showdown/src/peers/floor.rs"];

/// The folder that holds `chapters`, `solutions`, `tests` and `book`.
pub fn root() -> PathBuf {
    Path::new(BOOK).join("..")
}

/// Paths that `page` names in backticks and that are not there: those that begin like one of ours.
pub fn missing_paths(page: &str) -> Vec<String> {
    let spans = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let ours = ["chapters/", "solutions/", "tests/", "book/", ".ci/", ".cargo/", "Cargo.toml"];
    let named = spans.filter(|span| ours.iter().any(|start| span.starts_with(start)));
    // `NAME`, `chNN` and `…` stand for something that differs from chapter to chapter.
    let whole = named.filter(|path| !path.contains(char::is_whitespace) && !path.contains("NN"));
    let whole = whole.filter(|path| !path.contains("NAME") && !path.contains('…'));
    whole
        .filter(|path| !root().join(path).exists())
        .map(|path| format!("there is no {path}"))
        .collect()
}

/// Dependencies of package `name` that it may not have, given its manifest.
pub fn wrong_arrows(name: &str, manifest: &str) -> Vec<String> {
    let number = |package: &str| package.strip_prefix("ch")?.get(..2)?.parse::<u32>().ok();
    let own = number(name);
    let lines = manifest.lines().filter(|line| !line.starts_with(['[', '#', ' ']));
    let names = lines.filter_map(|line| line.split(['.', '=', ' ']).next());
    let wrong = names.filter(|dependency| {
        dependency.starts_with("solutions-") || number(dependency).is_some_and(|n| Some(n) >= own)
    });
    wrong.map(|dependency| format!("{name} depends on {dependency}")).collect()
}

/// What is wrong with a file of a chapter: too long, or, among its tests, asleep.
pub fn wrong_habits(shown: &str, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = source.lines().count();
    // Tests are a list of claims: to split it would not make it clearer.
    let concept = shown.contains("/src/") && !shown.ends_with("/tests.rs");
    match (concept && lines > LONGEST, LONGER.contains(&shown)) {
        (true, false) => found.push(format!("{shown} has {lines} lines, more than {LONGEST}")),
        (false, true) => found.push(format!("{shown} is short by now: take it out of `LONGER`")),
        _ => {}
    }
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let sleeps = code.filter(|line| line.contains("thread::sleep("));
    // A scripted peer may pause, where the pause is what is looked at.
    let tests = shown.contains("/tests/") && !shown.contains("/tests/support/");
    if tests && sleeps.count() > 0 {
        found.push(format!("{shown} sleeps: wait for a gate or for an entry of the journal"));
    }
    found
}

/// Every Rust file and manifest of the chapters, as seen from the root, with its text.
pub fn chapter_files() -> Vec<(String, String)> {
    let root = root();
    let mut found = Vec::new();
    let mut open = vec![root.join("chapters")];
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(folder).expect("a folder of chapters").flatten() {
            let path = path.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs" || e == "toml") {
                let shown = path.strip_prefix(&root).expect("found below it").display();
                let shown = shown.to_string().replace('\\', "/");
                found.push((shown, fs::read_to_string(&path).expect("text")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn an_arrow_to_a_later_chapter_or_to_the_answers_is_found() {
    let manifest = "[package]\nname = \"ch03-b\"\n[dependencies]\nch01-a.workspace = true\n\
                    ch05-c = { path = \"x\" }\nsolutions-ch01-a.workspace = true\nanyhow = \"1\"\n";
    let found = wrong_arrows("ch03-b", manifest);
    assert_eq!(found, ["ch03-b depends on ch05-c", "ch03-b depends on solutions-ch01-a"]);
}

#[test]
fn a_long_file_and_a_sleeping_test_are_found() {
    let long = "x\n".repeat(LONGEST + 1);
    assert!(wrong_habits("chapters/a/src/b.rs", &long)[0].contains("201 lines"));
    assert_eq!(wrong_habits("chapters/a/tests/b.rs", &long), [""; 0]);
    assert_eq!(wrong_habits("chapters/a/src/b/tests.rs", &long), [""; 0]);
    assert_eq!(wrong_habits(LONGER[0], &long), [""; 0]);
    assert!(wrong_habits(LONGER[0], "x\n")[0].contains("take it out"));
    let sleep = "// thread::sleep( in words\nstd::thread::sleep(LONG);\n";
    assert!(wrong_habits("chapters/a/tests/b.rs", sleep)[0].contains("sleeps"));
    assert_eq!(wrong_habits("chapters/a/src/b.rs", sleep), [""; 0]);
    assert_eq!(wrong_habits("chapters/a/tests/support/peer.rs", sleep), [""; 0]);
}

#[test]
fn a_path_that_is_not_there_is_found() {
    let page = "`tests/book/src/site.rs`, `chapters/nowhere`, `chapters/chNN-name/`, `tests/x y`";
    assert_eq!(missing_paths(page), ["there is no chapters/nowhere"]);
}
