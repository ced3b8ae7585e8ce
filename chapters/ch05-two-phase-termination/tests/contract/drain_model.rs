//! What exercise 5.3 must keep in every order of the threads. The model's clock stands still: one
//! who drains is woken, or waits for ever.

use std::time::Duration;

use modelling::{Thread, explore, tell, thread};

use super::drain::Drain;
use crate::sync::{Arc, Mutex};

const LONG: Duration = Duration::from_secs(3600);

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn nobody_slips_in_behind_a_drain_that_has_seen_nobody() {
    explore(|| {
        let drain = Drain::new();
        let served = Arc::new(Mutex::new(0));
        let guests: Vec<_> = (1..=2)
            .map(|number| {
                let (drain, served) = (drain.clone(), Arc::clone(&served));
                thread(format!("request-{number}"), move || {
                    tell("asks to enter");
                    let Some(guest) = drain.enter() else { return tell("is refused") };
                    tell("is in");
                    *served.lock().expect("no panic under this lock") += 1;
                    drop(guest);
                })
            })
            .collect();
        tell("drains");
        assert_eq!(drain.drain(LONG), 0, "an hour is enough");
        let before = *served.lock().expect("no panic under this lock");
        guests.into_iter().for_each(Thread::join);
        let after = *served.lock().expect("no panic under this lock");
        assert_eq!(before, after, "requests served after the drain was over");
    });
}

#[test]
#[cfg_attr(waiting = "drain", ignore = "exercise 5.3 waits for you in src/exercises/drain.rs")]
fn the_last_guest_wakes_all_who_drain() {
    explore(|| {
        let drain = Drain::new();
        let threads: Vec<_> = (1..=2)
            .map(|number| {
                let guest = drain.enter().expect("draining has not begun");
                thread(format!("request-{number}"), move || {
                    tell("leaves");
                    drop(guest);
                })
            })
            .chain((1..=2).map(|number| {
                let drain = drain.clone();
                thread(format!("drainer-{number}"), move || {
                    tell("drains");
                    assert_eq!(drain.drain(LONG), 0, "an hour is enough");
                })
            }))
            .collect();
        threads.into_iter().for_each(Thread::join);
        assert_eq!(drain.inside(), 0);
    });
}
