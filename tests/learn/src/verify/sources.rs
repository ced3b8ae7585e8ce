//! What an exercise's files say by themselves.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Result;
use course::wrong::{Contract, Header};
use course::{Course, Exercise, contract, rust_files, waiting};

use crate::hint;

use super::Findings;

/// How many hints there are: a question, a pointer, almost the code.
const HINTS: usize = 3;

/// How many wrong answers an exercise has at least.
const WRONG_ANSWERS: usize = 3;

/// Looks at every file of `exercise`.
pub(super) fn look(course: &Course, exercise: &Exercise, findings: &mut Findings) -> Result<()> {
    stub(exercise, findings);
    hints(exercise, findings);
    page(course, exercise, findings);
    contracts(exercise, findings);
    wrong_answers(exercise, findings)
}

/// True if the stub still waits, but holds fewer `todo!`s than the untouched one.
pub(super) fn is_begun(exercise: &Exercise, source: &str) -> bool {
    let untouched = exercise.derived_stub().unwrap_or_default();
    waiting::waits(source) && waiting::todos(source) < waiting::todos(&untouched)
}

fn stub(exercise: &Exercise, findings: &mut Findings) {
    let derived = match exercise.derived_stub() {
        Ok(derived) => derived,
        Err(error) => {
            let shown = exercise.shown(&error.file);
            return findings.about(exercise, format!("{shown}: {}", error.advice));
        }
    };
    let answer = exercise.shown(&exercise.answer());
    if !waiting::waits(&derived) {
        findings.about(exercise, format!("{answer}: put a `//@ | todo!(…)` into its stub markers"));
    }
    let stub = exercise.shown(&exercise.stub());
    let reset = format!("cargo learn reset {}", exercise.number());
    match exercise.read_stub() {
        Err(error) if exercise.stub().exists() => {
            findings.about(exercise, format!("{stub} {}; start anew: {reset}", error.advice));
        }
        Err(_) => findings.about(exercise, format!("{stub} is missing; bring it back: {reset}")),
        Ok(source) if !waiting::waits(&source) || is_begun(exercise, &source) => {}
        Ok(source) if source == derived => {}
        Ok(_) => {
            let text = format!("{stub} is not the stub that {answer} derives; renew it: {reset}");
            findings.about(exercise, text);
        }
    }
}

fn hints(exercise: &Exercise, findings: &mut Findings) {
    let hints = hint::sections(&text(&exercise.hints()));
    if hints.len() != HINTS || hints.iter().any(String::is_empty) {
        let file = exercise.shown(&exercise.hints());
        let text = format!("{file}: write exactly {HINTS} hints, each below a line `## Hint K`");
        findings.about(exercise, text);
    }
}

fn page(course: &Course, exercise: &Exercise, findings: &mut Findings) {
    let folder = course.root.join("book").join("src");
    let page = folder.join(format!("{}.md", exercise.chapter));
    let wanted = format!("Exercise {}", exercise.number());
    if !mentions(&text(&page), &wanted) {
        let file = exercise.shown(&page);
        findings.about(exercise, format!("{file}: write about `{wanted}`"));
    }
}

/// True if `text` holds `wanted`, and not only as the start of a longer number.
fn mentions(text: &str, wanted: &str) -> bool {
    text.match_indices(wanted)
        .any(|(at, _)| !text[at + wanted.len()..].starts_with(|next: char| next.is_alphanumeric()))
}

fn contracts(exercise: &Exercise, findings: &mut Findings) {
    let message = exercise.waiting_message();
    let files = [(exercise.contract(), "exercises"), (exercise.model(), "exercises_modelled")];
    let mut claims_in_all = 0;
    for (file, target) in files {
        let claims = contract::claims(&text(&file));
        claims_in_all += claims.len();
        for claim in &claims {
            if !claim.is_ignored_while_waiting(&exercise.name, &message) {
                let (file, line) = (exercise.shown(&file), claim.line());
                let (name, claim) = (&exercise.name, &claim.name);
                let attribute =
                    format!("#[cfg_attr(waiting = \"{name}\", ignore = \"{message}\")]");
                let text = format!("{file}:{line}: write `{attribute}` above {claim}");
                findings.about(exercise, text);
            }
        }
        if !claims.is_empty() {
            included(exercise, &file, target, findings);
        }
    }
    if claims_in_all == 0 {
        let file = exercise.shown(&exercise.contract());
        findings.about(exercise, format!("{file}: write at least one claim (`#[test] fn …`)"));
    }
}

/// The chapter's test root takes the contract in; otherwise nothing would be graded.
fn included(exercise: &Exercise, contract: &Path, target: &str, findings: &mut Findings) {
    let Some(folder) = contract.parent().and_then(Path::parent) else {
        return;
    };
    let root = folder.join(target).with_extension("rs");
    let name = contract.file_name().unwrap_or_default().display();
    if !text(&root).contains(&format!("\"contract/{name}\"")) {
        let root = exercise.shown(&root);
        findings.about(exercise, format!("{root}: include `#[path = \"contract/{name}\"]`"));
    }
}

fn wrong_answers(exercise: &Exercise, findings: &mut Findings) -> Result<()> {
    let files = rust_files(&exercise.wrong())?;
    if files.len() < WRONG_ANSWERS {
        let (folder, have) = (exercise.shown(&exercise.wrong()), files.len());
        let text = format!("{folder}: write at least {WRONG_ANSWERS} wrong answers; it has {have}");
        findings.about(exercise, text);
    }
    for (_, file) in files {
        match Header::read(&file, &exercise.name, &text(&file)) {
            Err(error) => {
                let shown = exercise.shown(&file);
                findings.about(exercise, format!("{shown}: {}", error.advice));
            }
            Ok(header) if header.number != exercise.number() => {
                let (file, number) = (exercise.shown(&file), exercise.number());
                findings.about(exercise, format!("{file}: write {number} in its first line"));
            }
            Ok(_) => {}
        }
    }
    Ok(())
}

/// Every wrong answer with a sound header, by its file name.
pub(super) fn headers(exercise: &Exercise) -> Result<BTreeMap<String, Header>> {
    let files = rust_files(&exercise.wrong())?.into_iter();
    Ok(files
        .filter_map(|(mistake, file)| {
            let header = Header::read(&file, &exercise.name, &text(&file)).ok()?;
            Some((mistake, header))
        })
        .collect())
}

/// The contract of each kind that `exercise` has, with the names of its claims.
pub(super) fn claims(exercise: &Exercise) -> [(Contract, Vec<String>); 2] {
    [(Contract::Real, exercise.contract()), (Contract::Modelled, exercise.model())].map(
        |(kind, file)| {
            let claims = contract::claims(&text(&file)).into_iter().map(|claim| claim.name);
            (kind, claims.collect())
        },
    )
}

/// The text of a file; a missing one is as good as an empty one for all that is looked at here.
fn text(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_number_is_another_exercise() {
        assert!(mentions("see Exercise 1.1.", "Exercise 1.1"));
        assert!(mentions("Exercise 1.10, Exercise 1.1", "Exercise 1.1"));
        assert!(!mentions("Exercise 1.10", "Exercise 1.1"));
        assert!(!mentions("Exercise 1.1a", "Exercise 1.1"), "one part is not the whole");
        assert!(!mentions("", "Exercise 1.1"));
    }
}
