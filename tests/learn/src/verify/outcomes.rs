//! What a test executable said about each of its tests.

use std::collections::BTreeMap;

/// Each test's name with nothing if it passed, or else why not.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    by_name: BTreeMap<String, Option<String>>,
}

impl Outcomes {
    /// Reads the output of a test harness, the standard one or one that writes as it does.
    pub(super) fn read(output: &str) -> Outcomes {
        let mut by_name = BTreeMap::new();
        for line in output.lines() {
            let Some((name, outcome)) =
                line.strip_prefix("test ").and_then(|line| line.rsplit_once(" ... "))
            else {
                continue;
            };
            let name = name.trim();
            let why = (outcome.trim() != "ok").then(|| reason(output, name, outcome.trim()));
            by_name.insert(name.to_owned(), why);
        }
        Outcomes { by_name }
    }

    /// Why the test `name` did not pass; nothing if it did.
    pub(super) fn failure(&self, name: &str) -> Option<String> {
        match self.by_name.get(name) {
            Some(why) => why.clone(),
            None => Some("was not run".to_owned()),
        }
    }
}

/// The first paragraph of the test's own section in `output`.
fn reason(output: &str, name: &str, outcome: &str) -> String {
    let heading = format!("---- {name} ");
    let own = output.lines().skip_while(|line| !line.starts_with(&heading)).skip(1);
    let text: Vec<&str> = own
        .map(str::trim)
        .skip_while(|line| line.is_empty())
        .take_while(|line| {
            !line.is_empty() && !line.starts_with("----") && !line.starts_with("note:")
        })
        .collect();
    if text.is_empty() { outcome.to_owned() } else { text.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: &str = "
running 3 tests
test echo_contract::bytes ... ok
test echo_contract::short ... FAILED
test echo_contract::late ... ignored, exercise 1.1 waits

failures:

---- echo_contract::short stdout ----

thread 'echo_contract::short' panicked at tests/a.rs:1:1:
3 bytes are missing
note: run with `RUST_BACKTRACE=1`
";

    #[test]
    fn each_test_passed_or_says_why_not() {
        let outcomes = Outcomes::read(STANDARD);
        assert_eq!(outcomes.failure("echo_contract::bytes"), None);
        let why = "thread 'echo_contract::short' panicked at tests/a.rs:1:1: 3 bytes are missing";
        assert_eq!(outcomes.failure("echo_contract::short").as_deref(), Some(why));
        let why = "ignored, exercise 1.1 waits";
        assert_eq!(outcomes.failure("echo_contract::late").as_deref(), Some(why));
        assert_eq!(outcomes.failure("echo_contract::none").as_deref(), Some("was not run"));
    }

    #[test]
    fn names_with_spaces_are_read_too() {
        let output = "test 1.1 echo/a is caught by b::c    ... ok\n\
                      test 1.1 echo/long is caught by b::c ... FAILED\n\n\
                      ---- 1.1 echo/long is caught by b::c ----\nit does not say `x`\n---\n";
        let outcomes = Outcomes::read(output);
        assert_eq!(outcomes.failure("1.1 echo/a is caught by b::c"), None);
        let why = outcomes.failure("1.1 echo/long is caught by b::c");
        assert!(why.is_some_and(|why| why.starts_with("it does not say `x`")));
    }
}
