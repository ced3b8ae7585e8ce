//! First the work, then the promotion: while an event is handled, nobody watches.

use modelling::tell;

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
        while state.led && !state.closed {
            tell("waits to be promoted");
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
        post.handle(event);
        self.state.lock().unwrap().led = false;
        self.changed.notify_one();
        true
    }

    fn close(&self) {
        self.state.lock().unwrap().closed = true;
        self.changed.notify_all();
    }
}
