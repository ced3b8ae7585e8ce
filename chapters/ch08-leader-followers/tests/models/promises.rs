//! What every thread set must keep, as models.

use std::sync::Arc;

use modelling::{Thread, explore, thread};

use super::post::{Post, Turns};

/// At most one thread waits for events; each event is handled once; and nobody is left behind: were
/// a follower stranded, no thread could go on.
pub fn each_event_is_handled_once<T: Turns>(threads: usize, make: fn() -> T) {
    explore(move || {
        let post = play(threads, Post::with_events(3), make(), |_, _| ());
        post.assert_all_done(3);
    });
}

/// Promotion comes before processing: while one event is handled, the next one can be.
pub fn a_new_leader_watches_before_processing_begins<T: Turns>(make: fn() -> T) {
    explore(move || {
        let post = play(2, Post::with_events(2).with_a_rendezvous(), make(), |_, _| ());
        post.assert_all_done(2);
    });
}

/// Whenever the stop comes, it reaches the leader, those who follow and those who return.
pub fn a_stop_reaches_everybody<T: Turns>(make: fn() -> T) {
    explore(move || {
        play(3, Post::with_events(1).with_a_stop(), make(), |set, post| {
            set.close();
            post.stop();
        });
    });
}

/// Lets the threads take turns until they are dismissed, and `meanwhile` does what it does.
fn play<T: Turns>(
    threads: usize,
    post: Post,
    set: T,
    meanwhile: impl FnOnce(&T, &Post),
) -> Arc<Post> {
    let (post, set) = (Arc::new(post), Arc::new(set));
    let threads: Vec<_> = (1..=threads)
        .map(|number| {
            let (post, set) = (Arc::clone(&post), Arc::clone(&set));
            thread(format!("thread-{number}"), move || while set.turn(number, &post) {})
        })
        .collect();
    meanwhile(&set, &post);
    threads.into_iter().for_each(Thread::join);
    post
}
