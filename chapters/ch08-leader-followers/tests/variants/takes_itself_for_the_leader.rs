//! Whoever returns looks whether anybody leads, and then takes the lead, in two steps: two who return
//! together both find nobody (E7).

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
            state = self.changed.wait(state).unwrap();
        }
        if state.closed {
            return false;
        }
        drop(state);
        tell("finds that nobody leads");
        self.state.lock().unwrap().led = true;
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
