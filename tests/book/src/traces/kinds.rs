//! Which of the course's six kinds a state is of: that decides its colour.

use std::collections::BTreeMap;

/// The kinds, as the stylesheets name them.
const KINDS: [&str; 6] = ["leader", "processing", "follower", "idle", "waiting", "danger"];

/// The kind of each state by its name.
pub struct Kinds(BTreeMap<String, &'static str>);

impl Kinds {
    /// Reads lines such as `leader: accepting, waiting for the last`.
    ///
    /// A name that ends in `…` stands for all that begin so.
    ///
    /// # Panics
    /// If a line is of another form or a kind unknown.
    pub fn read(text: &str) -> Kinds {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut known = BTreeMap::new();
        for line in lines {
            let (kind, names) = line.split_once(':').expect("`KIND: state, state`");
            let kind = KINDS.into_iter().find(|k| *k == kind);
            let kind = kind.unwrap_or_else(|| panic!("`{line}`: the kinds are {KINDS:?}"));
            known.extend(names.split(',').map(|name| (name.trim().to_owned(), kind)));
        }
        Kinds(known)
    }

    /// The kind of `state`: by its whole name, or else by the longest beginning of it.
    pub fn of(&self, state: &str) -> Option<&'static str> {
        let begins = |name: &&String| name.strip_suffix('…').is_some_and(|s| state.starts_with(s));
        let longest = || self.0.keys().filter(begins).max_by_key(|name| name.len());
        self.0.get(state).or_else(|| self.0.get(longest()?)).copied()
    }
}

#[test]
fn a_state_is_found_by_its_name_or_by_its_beginning() {
    let kinds =
        Kinds::read("# comment\nleader: accepting, waiting for the last\nwaiting: waiting…\n");
    assert_eq!(kinds.of("accepting"), Some("leader"));
    assert_eq!(kinds.of("waiting for the last"), Some("leader"));
    assert_eq!(kinds.of("waiting on latch l1"), Some("waiting"));
    assert_eq!(kinds.of("dancing"), None);
}
