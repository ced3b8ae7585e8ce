//! The claims of a contract: the tests that grade an answer.
//!
//! A contract is written in one fixed way, so that it can be read line by line:
//!
//! ```text
//! #[test]
//! #[cfg_attr(waiting = "NAME", ignore = "exercise 1.2 waits for you in src/exercises/NAME.rs")]
//! fn name_as_a_claim() {
//! ```
//!
//! It stands by itself (no `mod other;`, no `include_str!`), because wrong answers are graded by
//! a copy of it that lies elsewhere.

use std::ops::Range;

/// One test of a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The function's name, which reads as a claim.
    pub name: String,
    /// The lines of its attributes, from 0: `#[test]` up to but without the `fn` line.
    lines: Range<usize>,
    /// Its attributes without any white space.
    attributes: String,
}

impl Claim {
    /// The line of its `fn`, from 1.
    pub fn line(&self) -> usize {
        self.lines.end + 1
    }

    /// True if the claim is ignored with exactly this `message` as long as exercise `name` waits.
    pub fn is_ignored_while_waiting(&self, name: &str, message: &str) -> bool {
        let wanted = format!("#[cfg_attr(waiting=\"{name}\",ignore=\"{message}\")]");
        // A formatter breaks a long attribute into lines and may then add a comma at the end.
        self.attributes.replace("\",)]", "\")]").contains(&without_space(&wanted))
    }
}

/// The claims in the `source` of a contract, in order.
pub fn claims(source: &str) -> Vec<Claim> {
    let lines: Vec<&str> = source.lines().collect();
    let tests = lines.iter().enumerate().filter(|(_, line)| line.trim_end() == "#[test]");
    tests.filter_map(|(start, _)| claim(&lines, start)).collect()
}

/// A copy of a contract for which no test harness is needed: each claim is a plain public function.
///
/// Line numbers stay the same, so that a panic's place can be looked up in the contract itself.
pub fn without_harness(source: &str) -> String {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    for claim in claims(source) {
        let function = &mut lines[claim.lines.end];
        *function = format!("pub {function}");
        lines[claim.lines].fill(String::new());
    }
    lines.join("\n") + "\n"
}

/// The claim whose `#[test]` is line `start`.
fn claim(lines: &[&str], start: usize) -> Option<Claim> {
    let function = (start + 1..lines.len()).find(|&line| lines[line].starts_with("fn "))?;
    let name = lines[function]["fn ".len()..].split('(').next()?.trim().to_owned();
    let attributes = without_space(&lines[start..function].concat());
    Some(Claim { name, lines: start..function, attributes })
}

fn without_space(text: &str) -> String {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTRACT: &str = r##"//! Contract.
use super::echo;

#[test]
#[cfg_attr(waiting = "echo", ignore = "exercise 1.1 waits")]
fn the_bytes_come_back() {
    echo::run();
}

#[test]
#[cfg_attr(
    waiting = "echo",
    ignore = "exercise 1.1 waits",
)]
fn short_writes_are_finished() {}

#[test]
fn never_ignored() {}

fn helper() {}
"##;

    #[test]
    fn claims_are_the_tests_and_nothing_else() {
        let claims = claims(CONTRACT);
        let found: Vec<_> = claims.iter().map(|c| (c.name.as_str(), c.line())).collect();
        let wanted =
            [("the_bytes_come_back", 6), ("short_writes_are_finished", 15), ("never_ignored", 18)];
        assert_eq!(found, wanted);
    }

    #[test]
    fn the_waiting_attribute_is_seen_on_one_line_and_on_several() {
        let claims = claims(CONTRACT);
        let ignored = |message: &str| -> Vec<bool> {
            claims.iter().map(|claim| claim.is_ignored_while_waiting("echo", message)).collect()
        };
        assert_eq!(ignored("exercise 1.1 waits"), [true, true, false]);
        assert_eq!(ignored("exercise 1.2 waits"), [false, false, false]);
    }

    #[test]
    fn the_copy_has_plain_public_functions_on_the_same_lines() {
        let copy = without_harness(CONTRACT);
        assert!(!copy.contains("#[test]") && !copy.contains("cfg_attr"), "{copy}");
        let line = |number: usize| copy.lines().nth(number - 1).expect("a line");
        assert_eq!(line(6), "pub fn the_bytes_come_back() {");
        assert_eq!(line(15), "pub fn short_writes_are_finished() {}");
        assert_eq!(line(20), "fn helper() {}");
    }

    #[test]
    fn carriage_returns_do_not_hide_a_claim() {
        let windows = CONTRACT.replace('\n', "\r\n");
        assert_eq!(claims(&windows), claims(CONTRACT));
        assert_eq!(without_harness(&windows), without_harness(CONTRACT));
    }
}
