//! Threads of a model, with names, and with their ends noted.

use std::mem::ManuallyDrop;

use shuttle::current;
use shuttle::thread::{Builder, JoinHandle};

use crate::story;

/// A thread of a model; made by [`thread`].
///
/// Each such thread must end in every schedule, joined or not: one that cannot is a deadlock.
#[must_use = "join it, or bind it to `_name` to let it run"]
pub struct Thread<T> {
    name: String,
    /// Not dropped, because dropping detaches: shuttle would let a detached thread hang unseen.
    handle: ManuallyDrop<JoinHandle<T>>,
}

/// Starts a thread of the model with this name.
///
/// # Panics
/// Outside a model.
#[track_caller]
pub fn thread<T, F>(name: impl Into<String>, body: F) -> Thread<T>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let name = name.into();
    let noted = move || {
        note_end_of_current();
        body()
    };
    let handle = Builder::new().name(name.clone()).spawn(noted);
    Thread { name, handle: ManuallyDrop::new(handle.expect("shuttle can always start a thread")) }
}

impl<T> Thread<T> {
    /// Waits for the end of the thread and returns what it returned.
    ///
    /// # Panics
    /// Never by itself: a thread that panics fails the schedule before anybody can join it.
    pub fn join(self) -> T {
        story::joins(Some(&self.name));
        let joined = ManuallyDrop::into_inner(self.handle).join();
        story::joins(None);
        joined.unwrap_or_else(|_| panic!("`{}` has ended without a result", self.name))
    }
}

/// The model's own thread, called `main`.
pub(crate) fn main(model: &dyn Fn()) {
    note_end_of_current();
    model();
}

/// Dropped when its thread ends, whoever started that thread.
struct NotesEnd {
    thread: usize,
}

impl Drop for NotesEnd {
    fn drop(&mut self) {
        story::ended(self.thread);
    }
}

shuttle::thread_local! {
    static NOTES_END: NotesEnd = NotesEnd { thread: story::running() };
}

/// Notes the end of the current thread when it comes. Outside a model it does nothing.
pub(crate) fn note_end_of_current() {
    if current::try_get_current_task().is_some() {
        // Fails only while the thread drops its thread-locals: then its end is noted already.
        let _ = NOTES_END.try_with(|_| ());
    }
}
