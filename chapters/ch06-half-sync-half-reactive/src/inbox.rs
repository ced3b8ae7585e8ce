//! Where the workers put what they have done: this chapter's completions, or the learner's.

use crate::completions::{Completions, Wakes};
use crate::exercises::completions::Completions as Yours;

/// One of the two.
pub enum Inbox<T> {
    /// This chapter's own.
    Ours(Completions<T>),
    /// The answer to exercise 6.3 (`--mine`). Only for the mode that never puts anything in
    /// quietly, and never under the lock: the simulated proactor.
    Yours(Yours<T>),
}

impl<T> Inbox<T> {
    /// See [`Completions::push`].
    pub fn push(&self, done: &mut Vec<T>) {
        match self {
            Inbox::Ours(completions) => completions.push(done),
            Inbox::Yours(completions) => completions.push(done),
        }
    }

    /// See [`Completions::put`].
    ///
    /// # Panics
    /// With the learner's completions, which have nothing like it.
    pub fn put(&self, make: impl FnOnce(bool) -> (T, Wakes)) {
        match self {
            Inbox::Ours(completions) => completions.put(make),
            Inbox::Yours(_) => panic!("the answer to 6.3 is for the proactor mode"),
        }
    }

    /// See [`Completions::take`].
    pub fn take(&self, into: &mut Vec<T>) {
        match self {
            Inbox::Ours(completions) => completions.take(into),
            Inbox::Yours(completions) => completions.take(into),
        }
    }

    /// Whether the reactor may sleep. With ours it always may: a completion wakes it, awake or not.
    pub fn about_to_sleep(&self) -> bool {
        match self {
            Inbox::Ours(_) => true,
            Inbox::Yours(completions) => completions.about_to_sleep(),
        }
    }

    /// See [`Completions::listen`]; with the learner's, nothing is ever put in quietly.
    pub fn listen(&self) {
        if let Inbox::Ours(completions) = self {
            completions.listen();
        }
    }

    /// See [`Completions::close`].
    pub fn close(&self) {
        if let Inbox::Ours(completions) = self {
            completions.close();
        }
    }
}
