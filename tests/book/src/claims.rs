//! What a page claims, it shows: the tests that it names exist, and each thing that breaks is shown
//! by something that a reader can run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A name of so many words is a claim: no variable of the course is so long.
const WORDS: usize = 4;

/// All functions of the workspace, and those of them that are tests.
#[derive(Default)]
pub struct Functions {
    all: BTreeSet<String>,
    tests: BTreeSet<String>,
}

impl Functions {
    /// Reads every Rust file below these folders.
    pub fn below(folders: &[&Path]) -> Functions {
        let mut functions = Functions::default();
        let mut open: Vec<_> = folders.iter().map(|folder| folder.to_path_buf()).collect();
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("a folder of the course").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    functions.learn(&fs::read_to_string(&path).expect("text"));
                }
            }
        }
        functions
    }

    fn learn(&mut self, source: &str) {
        let mut test = false;
        for line in source.lines().map(str::trim_start) {
            let after = line.split_once("fn ").map(|(_, after)| after);
            let name = |after: &str| {
                after.split(|c: char| c != '_' && !c.is_alphanumeric()).next().map(str::to_owned)
            };
            test |= line.starts_with("#[test]");
            if let Some(name) = after.and_then(name).filter(|_| !line.starts_with("//")) {
                if std::mem::take(&mut test) {
                    self.tests.insert(name.clone());
                }
                self.all.insert(name);
            }
        }
    }
}

/// What is wrong with the claims of page `name`, in markdown.
pub fn problems(name: &str, text: &str, functions: &Functions) -> Vec<String> {
    let unknown = spans(text).filter(|span| is_claim(span) && !functions.all.contains(*span));
    let mut found: Vec<String> =
        unknown.map(|span| format!("{name}: there is no test `{span}`")).collect();
    if name.starts_with("ch") && !name.starts_with("ch00") {
        let section = text.split_once("\n## What breaks\n").map_or("", |(_, after)| after);
        let section = section.split("\n## ").next().unwrap_or(section);
        let claims = section.split("\n\n").filter(|part| part.trim_start().starts_with("**"));
        let bare = claims.filter(|claim| !is_shown(claim, functions));
        found.extend(bare.map(|claim| {
            let title = claim.trim_start().split("**").nth(1).unwrap_or(claim);
            format!("{name}: `{title}` is claimed, and shown by no test, demo, flag or exercise")
        }));
    }
    found
}

/// Whether a claim names something to run: a test, an act of the demo, flags, an exercise; or the
/// chapter that does so.
fn is_shown(claim: &str, functions: &Functions) -> bool {
    let by_test = spans(claim).any(|span| functions.tests.contains(span));
    let by_command = spans(claim).any(|s| s.starts_with("--") || s.starts_with("tests/"));
    let small = claim.to_lowercase();
    let follows = |word: &str| {
        let mut rest = small.split(word).skip(1);
        rest.any(|after| after.starts_with(|c: char| c.is_ascii_digit()))
    };
    by_test || by_command || ["act ", "exercise ", "chapter "].into_iter().any(follows)
}

/// What stands between backticks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

fn is_claim(span: &str) -> bool {
    let plain = span.chars().all(|c| c == '_' || c.is_ascii_lowercase() || c.is_ascii_digit());
    plain && span.split('_').filter(|word| !word.is_empty()).count() >= WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, text: &str) -> String {
        let mut functions = Functions::default();
        let test = "#[test]\n#[cfg_attr(waiting = \"x\", ignore)]\n    fn a_test_that_exists() {\n";
        functions
            .learn(&format!("{test}// fn a_comment_is_no_function() {{\npub fn no_test_at_all(\n"));
        problems(name, text, &functions).join("; ")
    }

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        assert_eq!(found("p.md", "see `a_test_that_exists` and `wait_for_it`"), "");
        let gone = found("p.md", "see (`a_test_that_is_gone`)");
        assert_eq!(gone, "p.md: there is no test `a_test_that_is_gone`");
        assert!(found("p.md", "`a_comment_is_no_function`").contains("no test"));
    }

    #[test]
    fn what_breaks_is_shown_by_something_to_run() {
        let page =
            |claim: &str| format!("x\n\n## What breaks\n\n**It breaks.** {claim}\n\n## Next\n");
        for shown in
            ["(`a_test_that_exists`)", "`--work spin:1s`", "Act 3.", "exercise 2.1", "Chapter 5"]
        {
            assert_eq!(found("ch01-x.md", &page(shown)), "", "{shown}");
        }
        for bare in ["Believe me.", "An act of faith.", "(`no_test_at_all`)"] {
            assert!(found("ch01-x.md", &page(bare)).contains("`It breaks.` is claimed"), "{bare}");
        }
        assert_eq!(found("p.md", &page("Believe me.")), "");
    }
}
