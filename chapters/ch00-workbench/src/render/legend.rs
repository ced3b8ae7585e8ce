//! The states of a journal, each with a number and a letter of its own.

use crate::{Entry, What};

/// What stands for a state once all letters and digits are taken.
const NO_LETTER: char = '*';

/// The states of a journal, in order of their first appearance.
#[derive(Default)]
pub(crate) struct Legend {
    states: Vec<(String, char)>,
}

impl Legend {
    /// The legend of these entries.
    pub(crate) fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Legend {
        let mut legend = Legend::default();
        for entry in entries {
            if let What::State(state) = &entry.what {
                legend.learn(state);
            }
        }
        legend
    }

    /// The number of a state, which decides its colour and pattern.
    ///
    /// # Panics
    /// If the state is not in the entries that the legend was made of.
    pub(crate) fn number(&self, state: &str) -> usize {
        let known = self.states.iter().position(|(name, _)| name == state);
        known.expect("the legend is made of the same entries")
    }

    /// The capital letter (or digit) of a state.
    pub(crate) fn letter(&self, number: usize) -> char {
        self.states[number].1
    }

    /// The names, by number.
    pub(crate) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.states.iter().map(|(name, _)| name.as_str())
    }

    fn learn(&mut self, state: &str) {
        if self.states.iter().all(|(name, _)| name != state) {
            let letter = self.free_letter(state);
            self.states.push((state.to_owned(), letter));
        }
    }

    /// The first letter of the state if it is free, else one further on, else any.
    fn free_letter(&self, state: &str) -> char {
        let of_state = state.chars().filter(char::is_ascii_alphabetic);
        let of_state = of_state.map(|c| c.to_ascii_uppercase());
        let mut wanted = of_state.chain('A'..='Z').chain('0'..='9');
        let free = |c: &char| self.states.iter().all(|(_, taken)| taken != c);
        wanted.find(free).unwrap_or(NO_LETTER)
    }
}
