//! Woken means promoted, it believes: it does not look again. But a newcomer may have been faster,
//! or the wake-up came for nothing (E8).

use crate::post::{Post, Turns};
use crate::sync::{Condvar, Mutex};

#[derive(Default)]
pub struct Threads {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    led: bool,
    closed: bool,
}

impl Turns for Threads {
    fn turn(&self, _: usize, post: &Post) -> bool {
        let mut state = self.state.lock().unwrap();
        if state.led && !state.closed {
            state = self.changed.wait(state).unwrap();
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
        self.state.lock().unwrap().led = false;
        self.changed.notify_one();
        post.handle(event);
        true
    }

    fn close(&self) {
        self.state.lock().unwrap().closed = true;
        self.changed.notify_all();
    }
}
