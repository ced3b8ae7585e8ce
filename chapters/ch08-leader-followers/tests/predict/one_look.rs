//! A tiny program for chapter 8's page: whoever is woken takes that for a promotion.

use modelling::{predicts, thread};
use shuttle::sync::{Arc, Condvar, Mutex};

// ANCHOR: program
#[derive(Default)]
struct Crew {
    /// How many threads believe that they lead.
    leaders: Mutex<usize>,
    vacant: Condvar,
}

fn look_once_then_lead() -> String {
    let crew = Arc::new(Crew { leaders: Mutex::new(1), ..Crew::default() });
    let follower = thread("follower", {
        let crew = Arc::clone(&crew);
        move || {
            let mut leaders = crew.leaders.lock().unwrap();
            if *leaders > 0 {
                leaders = crew.vacant.wait(leaders).unwrap();
            }
            *leaders += 1;
        }
    });
    let returner = thread("returner", {
        let crew = Arc::clone(&crew);
        move || {
            let mut leaders = crew.leaders.lock().unwrap();
            if *leaders == 0 {
                *leaders += 1;
            } // else it would follow, too
        }
    });
    // The leader has an event: it promotes, and goes to work.
    *crew.leaders.lock().unwrap() -= 1;
    crew.vacant.notify_one();
    follower.join();
    returner.join();
    format!("leaders: {}", crew.leaders.lock().unwrap())
}
// ANCHOR_END: program

#[test]
fn predict_a_follower_that_looks_once() {
    predicts("ch08-one-look", look_once_then_lead);
}
