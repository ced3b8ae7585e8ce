//! The handles, as a model: a handler has one owner at a time, and no news is missed.

use std::sync::Arc;

use ch06_half_sync_half_reactive::demultiplexer::Ready;
use modelling::{explore, tell, thread};

use super::handles::Handles;
use crate::sync::Mutex;

/// Two threads bring two pieces of news each to one handle, and process what they claim. A handler
/// can be owned twice only if there were two of it; that there is one is what its type says. So what
/// is left to prove is that the last news is always followed by a turn.
pub fn a_handler_has_one_owner_and_misses_no_news() {
    explore(|| {
        let handles: Arc<Handles<Vec<usize>>> = Arc::default();
        let news = Arc::new(Mutex::new(0));
        let key = handles.insert_with(|_| Ok(Vec::new())).expect("room");
        let threads = [1, 2].map(|number| {
            let (handles, news) = (Arc::clone(&handles), Arc::clone(&news));
            thread(format!("thread-{number}"), move || {
                for _ in 0..2 {
                    *news.lock().unwrap() += 1;
                    bring(&handles, key, &news);
                }
            })
        });
        threads.into_iter().for_each(modelling::Thread::join);
        let seen = handles.take_idle(|_| true).pop().expect("it is idle at the end");
        assert_eq!(seen.last(), Some(&4), "the last turn has seen all there was: {seen:?}");
    });
}

/// Tells the handle, and processes its handler if that was idle, as long as there is news for it.
fn bring(handles: &Handles<Vec<usize>>, key: usize, news: &Mutex<usize>) {
    let ready = Ready { key, readable: true, writable: false, ends: false };
    let mut claimed = Vec::new();
    handles.claim([ready].into_iter(), &mut claimed);
    let mut task = claimed.pop();
    while let Some(mut owned) = task {
        assert!(owned.ready.readable, "the event's news has come along");
        tell("takes a turn");
        owned.handler.push(*news.lock().unwrap());
        task = handles.give_back(key, owned.handler);
    }
}
