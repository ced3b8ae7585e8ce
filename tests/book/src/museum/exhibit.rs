//! One wrong answer, and how the museum shows it.

use std::fs;

use course::wrong::{Contract, Header};
use course::{Chapter, Exercise, rust_files};
use similar::{ChangeTag, TextDiff};

/// Lines around a difference.
const CONTEXT: usize = 2;

/// A wrong answer.
pub struct Exhibit {
    /// The name of the exercise.
    pub exercise: String,
    /// Its file's name.
    pub mistake: String,
    /// What it says about itself.
    pub header: Header,
    looked_right: String,
    difference: String,
}

/// All exhibits of a chapter, and which headers cannot be shown.
pub fn exhibits(chapter: &Chapter) -> (Vec<Exhibit>, Vec<String>) {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for exercise in &chapter.exercises {
        for (mistake, path) in rust_files(&exercise.wrong()).expect("a folder of wrong answers") {
            let source = fs::read_to_string(&path).expect("a wrong answer");
            match read(exercise, &mistake, &source) {
                Ok(exhibit) => found.push(exhibit),
                Err(problem) => problems.push(format!("{}: {problem}", exercise.shown(&path))),
            }
        }
    }
    (found, problems)
}

fn read(exercise: &Exercise, mistake: &str, source: &str) -> Result<Exhibit, String> {
    let header = Header::read(&exercise.wrong(), &exercise.name, source);
    let header = header.map_err(|error| error.to_string())?;
    let looked_right = header.looked_right.clone();
    let looked_right = looked_right.ok_or(
        "write `//! looked right: why nobody noticed, in a sentence.` above its `caught by`",
    )?;
    if !looked_right.ends_with('.') {
        return Err("`looked right` is a sentence and ends with a full stop".into());
    }
    let answer = fs::read_to_string(exercise.answer()).map_err(|error| error.to_string())?;
    let difference = difference(&code(&answer), &code(source));
    let (exercise, mistake) = (exercise.name.clone(), mistake.to_owned());
    Ok(Exhibit { exercise, mistake, header, looked_right, difference })
}

/// A source without what is about it: its header, and the marks that its stub is made from.
fn code(source: &str) -> String {
    let about = |line: &&str| line.starts_with("//!") || line.trim_start().starts_with("//@");
    let lines = source.lines().filter(|line| !about(line)).skip_while(|line| line.is_empty());
    lines.map(|line| format!("{line}\n")).collect()
}

/// What was changed, as a diff without line numbers, each part moved to the left margin.
fn difference(answer: &str, wrong: &str) -> String {
    let diff = TextDiff::from_lines(answer, wrong);
    let mut parts = Vec::new();
    for group in diff.grouped_ops(CONTEXT) {
        let changes: Vec<_> = group.iter().flat_map(|op| diff.iter_changes(op)).collect();
        let lines = changes.iter().map(|change| change.value());
        let lines = lines.filter(|line| !line.trim().is_empty());
        let margin = lines.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
        let shown = changes.iter().map(|change| {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let line = change.value().get(margin..).unwrap_or("");
            format!("{}\n", format!("{sign} {line}").trim_end())
        });
        parts.push(shown.collect::<String>());
    }
    parts.join("  …\n")
}

impl Exhibit {
    /// Whether it takes a model to catch it.
    pub fn is_modelled(&self) -> bool {
        self.header.contract == Contract::Modelled
    }

    /// What it is called.
    pub fn name(&self) -> String {
        self.mistake.replace('_', " ")
    }

    /// Its part of the page.
    pub fn shown(&self) -> String {
        let Header { mistake, contract, claim, diagnosis, .. } = &self.header;
        let place = match contract {
            Contract::Real => "on real threads",
            Contract::Modelled => "in the model",
        };
        let (name, mistake) = (self.name(), capital(mistake));
        let (looked_right, difference) = (capital(&self.looked_right), &self.difference);
        format!(
            "\n### {name}\n\n{mistake}\n\n**It looked right.** {looked_right}\n\n\
             **Caught** {place} by `{claim}`, which says: {}\n\n\
             <details class=\"exhibit\">\n<summary>How it differs from our answer</summary>\n\n\
             ```diff\n{difference}```\n\n</details>\n",
            quoted(diagnosis)
        )
    }
}

/// Text as code, whatever it holds.
fn quoted(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

/// With a capital at the beginning, unless that is code.
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

#[test]
fn a_difference_shows_what_was_changed_and_a_little_around_it() {
    let answer = "//! Exercise 1.1: x\n\n//@ stub\na\nb\nc\nd\n//@ end\ne\nf\ng\nh\ni\n";
    let wrong = "//! Wrong\n//!\n//! looked right: x\n\na\nb\nc\nD\ne\nf\ng\nh\ni\nJ\n";
    let shown = difference(&code(answer), &code(wrong));
    assert_eq!(shown, "  b\n  c\n- d\n+ D\n  e\n  f\n  …\n  h\n  i\n+ J\n");
    assert_eq!(difference("a\n", "a\n"), "");
    assert_eq!(
        difference("    if a {\n\n        b\n", "    if a {\n\n        c\n"),
        "  if a {\n\n-     b\n+     c\n"
    );
}

#[test]
fn texts_are_quoted_and_begin_with_a_capital() {
    assert_eq!(quoted("a `b`"), "`` a `b` ``");
    assert_eq!(quoted("a"), "`a`");
    assert_eq!(
        (capital("état"), capital("`x`"), capital("")),
        ("État".into(), "`x`".into(), "".into())
    );
}
