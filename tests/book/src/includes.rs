//! `{{#include file:anchor}}`: the file exists, the anchor too, and there is something in it.

use std::fs;
use std::path::Path;

/// Files of these kinds may be included whole; of all others, only anchors.
const WHOLE: [&str; 4] = ["json", "snap", "svg", "txt"];

/// The target of each include in `text`, such as `../a.rs:anchor`, with the number of its line.
pub fn targets(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (at, _) in line.match_indices("{{#") {
            let directive = &line[at + 3..];
            let names = directive.strip_prefix("include ");
            let names = names.or_else(|| directive.strip_prefix("rustdoc_include "));
            let escaped = line[..at].ends_with('\\');
            if let (Some(target), false) = (names, escaped) {
                found.push((number + 1, target.split("}}").next().unwrap_or(target).trim()));
            }
        }
    }
    found
}

/// What is wrong with the includes of the page at `path`.
pub fn problems(path: &Path, text: &str) -> Vec<String> {
    let folder = path.parent().expect("a page lies in a folder");
    let checked = targets(text).into_iter().filter_map(|(line, target)| {
        let problem = problem(folder, target)?;
        Some(format!("{}:{line}: include `{target}`: {problem}", path.display()))
    });
    checked.collect()
}

fn problem(folder: &Path, target: &str) -> Option<String> {
    let (file, anchor) = match target.split_once(':') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (target, None),
    };
    let Ok(text) = fs::read_to_string(folder.join(file)) else {
        return Some("no such file".into());
    };
    let Some(anchor) = anchor else {
        let kind = Path::new(file).extension().and_then(|kind| kind.to_str()).unwrap_or("");
        let whole = WHOLE.contains(&kind);
        return (!whole).then(|| "a listing needs an anchor".into());
    };
    if anchor.is_empty() || anchor.starts_with(|c: char| c.is_ascii_digit() || c == ':') {
        return Some("line numbers go stale: use an anchor".into());
    }
    section(&text, anchor).err()
}

/// The lines of `text` between `ANCHOR: name` and `ANCHOR_END: name`.
fn section(text: &str, anchor: &str) -> Result<(), String> {
    let names = |line: &str, mark: &str| {
        let rest = line.split_once(mark).map(|(_, rest)| rest.trim());
        rest.and_then(|rest| rest.split_whitespace().next()) == Some(anchor)
    };
    let mut lines = text.lines();
    if !lines.any(|line| names(line, "ANCHOR:")) {
        return Err(format!("the file has no `ANCHOR: {anchor}`"));
    }
    let mut something = false;
    for line in lines {
        if names(line, "ANCHOR_END:") {
            return if something { Ok(()) } else { Err("the anchor is empty".into()) };
        }
        something |= !line.trim().is_empty() && !line.contains("ANCHOR");
    }
    Err(format!("the file has no `ANCHOR_END: {anchor}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(include: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let code = "// ANCHOR: whole\nfn f() {}\n// ANCHOR_END: whole\n// ANCHOR: empty\n\
                    // ANCHOR_END: empty\n// ANCHOR: open\nfn g() {}\n";
        fs::write(folder.path().join("code.rs"), code).expect("written");
        fs::write(folder.path().join("a.svg"), "<svg/>").expect("written");
        problems(&folder.path().join("page.md"), &format!("text\n{include}\n")).join("")
    }

    #[test]
    fn a_good_include_passes() {
        assert_eq!(found("{{#include code.rs:whole}}"), "");
        assert_eq!(found("{{#include a.svg}}"), "");
        assert_eq!(found("\\{{#include nowhere.rs}}"), "", "an escaped one is text");
    }

    #[test]
    fn a_bad_include_is_named_with_its_line() {
        assert!(found("{{#include no.rs:whole}}").contains("page.md:2"));
        assert!(found("{{#include no.rs:whole}}").contains("no such file"));
        assert!(found("{{#include code.rs:other}}").contains("no `ANCHOR: other`"));
        assert!(found("{{#rustdoc_include code.rs:empty}}").contains("empty"));
        assert!(found("{{#include code.rs:open}}").contains("no `ANCHOR_END: open`"));
        assert!(found("{{#include code.rs}}").contains("needs an anchor"));
        assert!(found("{{#include code.rs:2:3}}").contains("line numbers"));
        assert!(found("{{#include code.rs::3}}").contains("line numbers"));
    }
}
