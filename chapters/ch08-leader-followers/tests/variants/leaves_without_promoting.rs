//! A leader that finds nothing more to do goes home, and tells nobody (E1).

use modelling::tell;

use crate::post::{Post, Turns};
use crate::sync::{Condvar, Mutex};

#[derive(Default)]
pub struct Threads {
    led: Mutex<bool>,
    changed: Condvar,
}

impl Turns for Threads {
    fn turn(&self, _: usize, post: &Post) -> bool {
        let mut led = self.led.lock().unwrap();
        while *led {
            tell("waits to be promoted");
            led = self.changed.wait(led).unwrap();
        }
        *led = true;
        drop(led);
        let Some(event) = post.watch() else {
            return false; // and `led` stays set
        };
        *self.led.lock().unwrap() = false;
        self.changed.notify_one();
        post.handle(event);
        true
    }

    fn close(&self) {}
}
