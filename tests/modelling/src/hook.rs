//! The panic hook: silent where a model is explored, as it always was elsewhere.
//!
//! Shuttle installs a hook of its own that prints for every panic in the process. A failing model
//! shall say one thing only, its report; so shuttle's hook is replaced, once, by one that asks
//! whether *this* real thread explores. All other tests of the process meet the hook they had.

use std::any::Any;
use std::cell::Cell;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Once};

use shuttle::Runner;
use shuttle::scheduler::RandomScheduler;

use crate::{plan, report, story};

/// The texts of panics that cannot be caught: the process aborts once the hook returns.
const FATAL: [&str; 2] =
    ["panic in a destructor during cleanup", "panic in a function that cannot unwind"];

thread_local! {
    static EXPLORING: Cell<bool> = const { Cell::new(false) };
}

/// Installs the hook, once in a process.
pub(crate) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let original = Arc::new(panic::take_hook());
        let meanwhile = Arc::clone(&original);
        panic::set_hook(Box::new(move |info| meanwhile(info)));
        // Shuttle installs its hook with its first run. Let it, and never again.
        Runner::new(RandomScheduler::new_from_seed(0, 1), plan::config()).run(|| {});
        panic::set_hook(Box::new(move |info| {
            if EXPLORING.get() {
                note(info);
            } else {
                original(info);
            }
        }));
    });
}

/// Runs `body`, whose panics go into the story and not to stderr.
pub(crate) fn exploring<T>(body: impl FnOnce() -> T) -> T {
    let before = EXPLORING.replace(true);
    let result = body();
    EXPLORING.set(before);
    result
}

/// The text of a panic.
pub(crate) fn text_of(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic whose payload is not a text".to_owned()
    }
}

fn note(info: &PanicHookInfo<'_>) {
    let message = match info.payload_as_str() {
        Some(text) => text.to_owned(),
        None => "a panic whose payload is not a text".to_owned(),
    };
    if FATAL.contains(&message.as_str()) {
        // Past what libtest captures: that would be lost with the process.
        let text = report::at_abort(&message);
        let _ = io::stderr().lock().write_all(text.as_bytes());
        return;
    }
    if report::is_deadlock(&message) {
        // Nobody's own panic: shuttle's verdict on a schedule that is over.
        return;
    }
    // A line inside shuttle or the standard library tells a reader nothing.
    let location = info.location().filter(|at| is_ours(at.file()));
    story::panics(message, location.map(ToString::to_string));
}

fn is_ours(file: &str) -> bool {
    !file.contains("shuttle-") && !file.starts_with("/rustc/")
}
