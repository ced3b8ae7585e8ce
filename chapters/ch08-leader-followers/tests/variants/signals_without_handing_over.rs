//! A follower is taken off the list and signalled, but leadership is not handed to it. It finds a
//! newcomer leading and waits again, on no list any more: nobody will ever signal it (E6).

use modelling::tell;

use crate::post::{Post, Turns};
use crate::sync::{Condvar, Mutex};

#[derive(Default)]
pub struct Threads {
    state: Mutex<State>,
    seats: [Condvar; 3],
}

#[derive(Default)]
struct State {
    led: bool,
    followers: Vec<usize>,
    closed: bool,
}

impl Turns for Threads {
    fn turn(&self, thread: usize, post: &Post) -> bool {
        let mut state = self.state.lock().unwrap();
        if state.led && !state.closed {
            state.followers.push(thread);
        }
        while state.led && !state.closed {
            tell("waits to be promoted");
            state = self.seats[thread - 1].wait(state).unwrap();
        }
        if state.closed {
            return false;
        }
        state.led = true;
        drop(state);
        let Some(event) = post.watch() else {
            self.close();
            return false;
        };
        let mut state = self.state.lock().unwrap();
        state.led = false;
        let next = state.followers.pop();
        drop(state);
        if let Some(next) = next {
            self.seats[next - 1].notify_one();
        }
        post.handle(event);
        true
    }

    /// Tells those who are on the list.
    fn close(&self) {
        let mut state = self.state.lock().unwrap();
        state.closed = true;
        for follower in &state.followers {
            self.seats[follower - 1].notify_one();
        }
    }
}
