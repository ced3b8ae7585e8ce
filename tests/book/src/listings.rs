//! Listings: code that a page shows is included from a crate, where it is compiled and tested.

/// Languages whose listings come from the crates.
const INCLUDED: [&str; 3] = ["rust", "rs", "toml"];

/// A fenced block of a page: its language, its first line's number, its lines.
struct Fence<'a> {
    language: &'a str,
    line: usize,
    body: Vec<&'a str>,
}

/// What is wrong with the listings of page `name`.
pub fn problems(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for fence in fences(text) {
        let pasted = |line: &&&str| !line.trim().is_empty() && !line.trim().starts_with("{{#");
        if fence.language.is_empty() {
            found.push(format!("{name}:{}: a fence names its language", fence.line));
        } else if INCLUDED.contains(&fence.language)
            && let Some(line) = fence.body.iter().find(pasted)
        {
            let at = fence.line;
            found.push(format!("{name}:{at}: pasted code, not an include: `{}`", line.trim()));
        }
    }
    found
}

fn fences(text: &str) -> Vec<Fence<'_>> {
    let mut done = Vec::new();
    let mut open: Option<(&str, Fence)> = None;
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let marks = trimmed.chars().take_while(|&c| c == '`' || c == '~').count();
        let (mark, info) = trimmed.split_at(marks);
        match &mut open {
            None if marks >= 3 => {
                let language = info.trim().split([',', ' ']).next().unwrap_or("");
                open = Some((mark, Fence { language, line: number + 1, body: Vec::new() }));
            }
            Some((start, _)) if info.trim().is_empty() && mark.starts_with(*start) => {
                done.extend(open.take().map(|(_, fence)| fence));
            }
            Some((_, fence)) => fence.body.push(line),
            None => {}
        }
    }
    done.extend(open.map(|(_, fence)| fence)); // never closed: still a listing
    done
}

#[cfg(test)]
mod tests {
    use super::problems;

    #[test]
    fn includes_and_commands_pass() {
        let page = "```rust,ignore\n{{#include a.rs:b}}\n```\n\n```console\n$ cargo test\n```\n";
        assert_eq!(problems("page.md", page), [""; 0]);
    }

    #[test]
    fn pasted_code_is_found_in_lists_and_after_an_include_too() {
        let page = "- item\n\n  ```rust\n  {{#include a.rs:b}}\n  fn pasted() {}\n  ```\n";
        assert_eq!(
            problems("page.md", page),
            ["page.md:3: pasted code, not an include: `fn pasted() {}`"]
        );
    }

    #[test]
    fn a_fence_without_language_or_end_is_found() {
        assert_eq!(problems("p.md", "````\nx\n````\n"), ["p.md:1: a fence names its language"]);
        assert_eq!(problems("p.md", "~~~toml\nx = 1\n").len(), 1);
    }
}
