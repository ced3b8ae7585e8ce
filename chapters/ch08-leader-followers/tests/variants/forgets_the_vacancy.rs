//! A promotion is a signal and nothing else: with nobody to hear it, it is lost (E1).

use modelling::tell;

use crate::post::{Post, Turns};
use crate::sync::{Condvar, Mutex};

#[derive(Default)]
pub struct Threads {
    state: Mutex<State>,
    promoted: Condvar,
}

#[derive(Default)]
struct State {
    anybody_ever_led: bool,
    signals: usize,
    waiting: usize,
    closed: bool,
}

impl Turns for Threads {
    fn turn(&self, _: usize, post: &Post) -> bool {
        let mut state = self.state.lock().unwrap();
        if std::mem::replace(&mut state.anybody_ever_led, true) {
            state.waiting += 1;
            while state.signals == 0 && !state.closed {
                tell("waits to be promoted");
                state = self.promoted.wait(state).unwrap();
            }
            state.waiting -= 1;
            if state.closed {
                return false;
            }
            state.signals -= 1;
        }
        drop(state);
        let Some(event) = post.watch() else {
            self.close();
            return false;
        };
        let mut state = self.state.lock().unwrap();
        if state.waiting > 0 {
            state.signals += 1;
        }
        drop(state);
        self.promoted.notify_one();
        post.handle(event);
        true
    }

    fn close(&self) {
        self.state.lock().unwrap().closed = true;
        self.promoted.notify_all();
    }
}
