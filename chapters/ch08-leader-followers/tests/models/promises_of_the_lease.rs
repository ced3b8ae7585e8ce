//! What a lease must keep, as models. In those with a clock the watcher's ticks come at any time,
//! sooner or later; in the calm ones they never come, so that nothing is put right by them.

use std::time::Duration;

use modelling::explore;

use super::lease::{Lease, Pace};
use super::lookout::{Handling, Lookout, play};

const TICK: Duration = Duration::from_millis(1);

/// A lease that parks its watcher after one quiet tick.
fn lease(cores: usize) -> Lease<u32> {
    Lease::new(TICK, 1, cores)
}

fn nothing(_: &Lease<u32>, _: &Lookout) {}

/// At most one thread waits for events, each event is processed once, and nobody is left behind.
pub fn each_event_is_processed_once(threads: usize, pace: Pace) {
    explore(move || {
        let lookout = Lookout::with(&[&[1, 2, 3], &[4]], 4);
        let ended = play(threads, lease(2), lookout, pace, |_| (), nothing);
        assert_eq!(ended.done(), [1, 2, 3, 4]);
    });
}

/// With a clock: a leader that is stuck is deposed, and what is left of its batch is finished by
/// who deposed it. The deposed thread is of use again: it deposes the next one.
pub fn a_stuck_leader_is_deposed_and_its_batch_is_finished() {
    explore(|| {
        let lookout = Lookout::with(&[&[1, 2], &[3, 4]], 4);
        let ended = play(2, lease(2), lookout, Pace::Quick, is_stuck_at_1_and_3, nothing);
        assert_eq!(ended.done(), [1, 2, 3, 4]);
    });
}

/// Event 1 waits for 2; event 3 for 1 and 4: so that it is the other thread's turn to be stuck.
fn is_stuck_at_1_and_3(handling: Handling<'_>) {
    match handling.event {
        1 => handling.lookout.wait_until_done(&[2]),
        3 => handling.lookout.wait_until_done(&[1, 4]),
        _ => {}
    }
}

/// With a clock: when the watcher has left its place to lead, a follower takes that. Else nobody would
/// depose the second thread that is stuck.
pub fn the_watchers_place_is_taken() {
    explore(|| {
        let stuck = |handling: Handling<'_>| {
            if handling.event != 3 {
                handling.lookout.wait_until_done(&[3]);
            }
        };
        let lookout = Lookout::with(&[&[1, 2, 3]], 3);
        let ended = play(3, lease(2), lookout, Pace::Quick, stuck, nothing);
        assert_eq!(ended.done(), [1, 2, 3]);
    });
}

/// With a clock: whenever a batch comes, to a watcher that ticks, that is about to park or that has
/// parked, it is watched.
pub fn a_parked_watcher_wakes_for_a_batch() {
    explore(|| {
        let lookout = Lookout::with(&[], 2);
        let stuck = |handling: Handling<'_>| {
            if handling.event == 1 {
                handling.lookout.wait_until_done(&[2]);
            }
        };
        let later = |_: &Lease<u32>, lookout: &Lookout| lookout.bring(&[1, 2]);
        let ended = play(2, lease(2), lookout, Pace::Quick, stuck, later);
        assert_eq!(ended.done(), [1, 2]);
    });
}

/// Calm: a handler that says it is long has somebody else lead and take the rest of the batch, at
/// once, whether others sleep or have yet to come.
pub fn a_long_handler_lets_go(threads: usize) {
    explore(move || {
        let long = |handling: Handling<'_>| {
            if handling.event == 1 {
                handling.lease.let_go(handling.seat);
                handling.lookout.wait_until_done(&[2, 3]);
            }
        };
        let lookout = Lookout::with(&[&[1, 2], &[3]], 3);
        let ended = play(threads, lease(2), lookout, Pace::Quick, long, nothing);
        assert_eq!(ended.done(), [1, 2, 3]);
    });
}

/// Calm: where events are costly, two threads have one of a batch each at the same time.
pub fn a_costly_batch_is_shared() {
    explore(|| {
        let wait_for_each_other = |handling: Handling<'_>| {
            handling.lookout.begin(handling.event);
            let other = 3 - handling.event;
            handling.lookout.wait_until_begun(other);
        };
        let later = |_: &Lease<u32>, lookout: &Lookout| {
            lookout.wait_until_watched();
            lookout.bring(&[1, 2]);
        };
        let lookout = Lookout::with(&[], 2);
        let ended = play(2, lease(2), lookout, Pace::Costly, wait_for_each_other, later);
        assert_eq!(ended.done(), [1, 2]);
    });
}

/// Calm: an event that wants another turn gets it, whoever processes it, and whoever leads by then.
pub fn another_turn_is_not_forgotten(pace: Pace) {
    explore(move || {
        let twice = |handling: Handling<'_>| {
            if !handling.lookout.begin(handling.event) && handling.lease.again(handling.event) {
                handling.lookout.notify();
            }
        };
        let lookout = Lookout::with(&[&[1, 2]], 4);
        let ended = play(2, lease(2), lookout, pace, twice, nothing);
        assert_eq!(ended.done(), [1, 1, 2, 2]);
    });
}

/// Whenever the end comes, everybody leaves: the leader, the watcher, and those who follow.
pub fn the_end_reaches_everybody() {
    explore(|| {
        let lookout = Lookout::with(&[&[1]], usize::MAX);
        let end = |lease: &Lease<u32>, lookout: &Lookout| {
            lease.close();
            lookout.notify();
        };
        play(3, lease(2), lookout, Pace::Quick, |_| (), end);
    });
}
