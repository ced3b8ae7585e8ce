//! Every outcome that a tiny program can have: all its schedules are run, and what comes of each is
//! noted. Such a program is known as a *litmus test*.
//!
//! Where a model asks whether something always holds, this asks what is possible at all. So a
//! schedule that fails ends the search of a model, and here it is one outcome among others.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs, mem};

use shuttle::Runner;
use shuttle::scheduler::{DfsScheduler, Schedule, Scheduler, Task, TaskId};

use crate::plan::Explored;
use crate::watched::{Bounds, Watched};
use crate::{hook, plan, report, story, threads};

/// What the search may take: some seconds. Two threads with eight steps each fit in, as do three
/// with four.
const MOST: Bounds = Bounds { schedules: 50_000, steps: 1_000_000, steps_each: story::LONGEST };

/// All outcomes of `program`, in the order of their texts.
///
/// An outcome is what `program` returns. If it panics, it is `panics: ` and the text. If no thread
/// can go on, it is `nobody can go on: ` and the threads that have not ended, each with what it
/// [told](crate::tell) last.
///
/// # Panics
/// If there are too many schedules to try them all.
#[track_caller]
pub fn outcomes<T: Display>(program: impl Fn() -> T + Send + Sync + 'static) -> BTreeSet<String> {
    hook::install();
    let (watched, counts) = Watched::new(DfsScheduler::new(None, false), MOST);
    let search = Search {
        decides: Rc::new(RefCell::new(watched)),
        seen: Rc::default(),
        returned: Arc::default(),
    };
    let returned = Arc::clone(&search.returned);
    let once = Arc::new(move || {
        put(&returned, Some(program().to_string()));
    });
    // Each turn but the last ends with a schedule that failed; the search goes on behind it.
    while let Err(payload) = search.go_on(&once) {
        // What it returned, if it did, is not the end of it.
        put(&search.returned, None);
        let failure = report::in_a_line(&hook::text_of(&*payload));
        search.seen.borrow_mut().insert(failure);
    }
    let Explored { schedules, complete } = counts.explored();
    assert!(complete, "too many schedules to try them all, more than {schedules}: make it smaller");
    search.seen.take()
}

/// Compares the outcomes of `program` with those that the book shows, one a line, in
/// `book/src/outcomes/NAME.txt`, and prints them.
///
/// Set `UPDATE_OUTCOMES=1` to write the file anew; what changed is then seen in the diff.
///
/// # Panics
/// If the two differ, and as [`outcomes`].
#[track_caller]
pub fn predicts<T: Display>(name: &str, program: impl Fn() -> T + Send + Sync + 'static) {
    let possible: String = outcomes(program).iter().map(|line| format!("{line}\n")).collect();
    println!("All orders tried. These outcomes are possible:\n{possible}");
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/outcomes"));
    let file = folder.join(name).with_extension("txt");
    if env::var_os("UPDATE_OUTCOMES").is_some() {
        fs::create_dir_all(folder).expect("the folder can be made");
        fs::write(&file, &possible).expect("the outcomes can be written");
    }
    let shown = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(shown, possible, "book/src/outcomes/{name}.txt; UPDATE_OUTCOMES=1 writes it anew");
}

/// A search that outlives the runner it is given to: shuttle consumes its scheduler, and a runner
/// ends with the first schedule that fails.
#[derive(Clone)]
struct Search {
    decides: Rc<RefCell<Watched<DfsScheduler>>>,
    seen: Rc<RefCell<BTreeSet<String>>>,
    /// What the present schedule has returned. It counts once all its threads have ended.
    returned: Arc<Mutex<Option<String>>>,
}

impl Search {
    /// Goes on until the search is over, or until a schedule fails.
    fn go_on(&self, once: &Arc<impl Fn() + Send + Sync + 'static>) -> std::thread::Result<usize> {
        let (search, once) = (self.clone(), Arc::clone(once));
        hook::exploring(|| {
            panic::catch_unwind(AssertUnwindSafe(|| {
                Runner::new(search, plan::config()).run(move || threads::main(&*once))
            }))
        })
    }
}

impl Scheduler for Search {
    fn new_execution(&mut self) -> Option<Schedule> {
        self.seen.borrow_mut().extend(put(&self.returned, None));
        self.decides.borrow_mut().new_execution()
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        is_yielding: bool,
    ) -> Option<TaskId> {
        self.decides.borrow_mut().next_task(runnable, current, is_yielding)
    }

    fn next_u64(&mut self) -> u64 {
        self.decides.borrow_mut().next_u64()
    }
}

/// Puts `new` in, and returns what was there.
fn put<T>(place: &Mutex<Option<T>>, new: Option<T>) -> Option<T> {
    mem::replace(&mut *place.lock().unwrap_or_else(PoisonError::into_inner), new)
}
