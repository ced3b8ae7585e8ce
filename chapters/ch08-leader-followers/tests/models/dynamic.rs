//! Stage 4: the thread set and its size together.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ch00_workbench::Journal;
use modelling::{Thread, explore, tell, thread};

use super::ours::{Way, turn};
use super::outcome::Patience;
use super::policy::Fifo;
use super::post::Post;
use super::size::Size;
use super::sync::Mutex;
use super::thread_set::ThreadSet;

/// A crew that may grow to two threads.
struct Crew {
    set: ThreadSet<usize>,
    size: Size,
    post: Post,
    /// So many threads cannot be started.
    failures: AtomicUsize,
    attempts: AtomicUsize,
    started: Mutex<Vec<Thread<()>>>,
}

impl Crew {
    fn new(post: Post, failures: usize) -> Arc<Crew> {
        let set = ThreadSet::new(Size::numbers(2), Box::new(Fifo), Journal::off());
        let (failures, attempts) = (AtomicUsize::new(failures), AtomicUsize::new(0));
        let started = Mutex::new(Vec::new());
        Arc::new(Crew { set, size: Size::new(1, 2), post, failures, attempts, started })
    }

    /// The life of a thread, as in stage 4.
    fn work(self: &Arc<Crew>, number: usize) {
        let is_new = Cell::new(true);
        let may_go = || self.size.may_go();
        let joined = || {
            if is_new.take() {
                self.size.arrived(number);
            }
        };
        let vacant = || self.grow();
        loop {
            let patience = Patience { limit: Duration::from_nanos(1), may_go: &may_go };
            let way = Way {
                hands_off: false,
                patience: Some(patience),
                joined: &joined,
                vacant: &vacant,
            };
            if !turn(&self.set, number, &self.post, way) {
                break;
            }
        }
        self.size.gone(number);
    }

    fn grow(self: &Arc<Crew>) {
        let Some(number) = self.size.grow() else { return };
        self.attempts.fetch_add(1, Ordering::SeqCst);
        let fails = self.failures.load(Ordering::SeqCst) > 0;
        if fails {
            tell("cannot start a thread");
            self.failures.fetch_sub(1, Ordering::SeqCst);
            self.size.failed(number);
            return;
        }
        let crew = Arc::clone(self);
        let started = thread(format!("thread-{number}"), move || crew.work(number));
        self.started.lock().unwrap().push(started);
    }
}

/// Plays with the one thread there is at first; returns when all threads have ended.
fn play(crew: &Arc<Crew>) {
    let first = thread("thread-1", {
        let crew = Arc::clone(crew);
        move || crew.work(1)
    });
    first.join();
    loop {
        let next = crew.started.lock().unwrap().pop();
        let Some(started) = next else { break };
        started.join();
    }
    assert!((1..=2).contains(&crew.size.live()), "never below the least, never above the most");
}

#[test]
fn with_all_processing_one_more_thread_watches() {
    explore(|| {
        // Without the second thread, the first event would wait for the second for ever.
        let crew = Crew::new(Post::with_events(2).with_a_rendezvous(), 0);
        play(&crew);
        crew.post.assert_all_done(2);
    });
}

#[test]
fn a_follower_that_goes_takes_no_order_with_it() {
    explore(|| {
        let crew = Crew::new(Post::with_events(4), 0);
        play(&crew);
        crew.post.assert_all_done(4);
    });
}

#[test]
fn a_thread_that_cannot_be_started_is_tried_again_at_the_next_need() {
    explore(|| {
        let crew = Crew::new(Post::with_events(3), 1);
        play(&crew);
        crew.post.assert_all_done(3);
        // Alone with the second event too, as it must be after that failure, it has tried again.
        assert!(crew.attempts.load(Ordering::SeqCst) >= 2);
    });
}
