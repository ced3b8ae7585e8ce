//! What these tests share: a monitor in its right and wrong forms, and how to read a failure.

use std::panic::{self, AssertUnwindSafe};

use modelling::{tell, thread};
use shuttle::sync::{Arc, Condvar, Mutex};

/// What a failing exploration says.
pub fn failure(explore: impl FnOnce()) -> String {
    let panic = panic::catch_unwind(AssertUnwindSafe(explore)).expect_err("the model must fail");
    panic.downcast_ref::<String>().expect("a text").clone()
}

/// How the waiting side of the monitor is written.
#[derive(Clone, Copy)]
pub enum Wait {
    /// Looks again after each wake-up, as is right.
    While,
    /// Looks once, and believes any wake-up.
    If,
    /// Looks, lets go of the lock, and only then waits: the wake-up may come in between.
    LooksBefore,
}

/// Places that are taken one by one, like permits of a connection limit.
pub struct Places {
    free: Mutex<usize>,
    freed: Condvar,
    wait: Wait,
}

impl Places {
    pub fn new(free: usize, wait: Wait) -> Arc<Places> {
        Arc::new(Places { free: Mutex::new(free), freed: Condvar::new(), wait })
    }

    pub fn take(&self) {
        let mut free = self.free.lock().unwrap();
        match self.wait {
            Wait::While => {
                while *free == 0 {
                    free = self.freed.wait(free).unwrap();
                }
            }
            Wait::If => {
                if *free == 0 {
                    free = self.freed.wait(free).unwrap();
                }
            }
            Wait::LooksBefore => {
                let full = *free == 0;
                drop(free);
                free = self.free.lock().unwrap();
                if full {
                    free = self.freed.wait(free).unwrap();
                }
            }
        }
        *free = free.checked_sub(1).expect("there is no free place to take");
    }

    pub fn give_back(&self) {
        *self.free.lock().unwrap() += 1;
        self.freed.notify_one();
    }
}

/// Three clients come for one place, one after the other or not.
pub fn three_clients(wait: Wait) -> impl Fn() + Send + Sync + 'static {
    move || {
        let places = Places::new(1, wait);
        let clients: Vec<_> = (1..=3)
            .map(|number| {
                let places = Arc::clone(&places);
                thread(format!("client-{number}"), move || {
                    tell("takes a place");
                    places.take();
                    tell("gives it back");
                    places.give_back();
                })
            })
            .collect();
        for client in clients {
            client.join();
        }
    }
}
