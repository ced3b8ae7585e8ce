//! The token, the sleeps and the reporters under a scheduler that tries many orders. Its clock
//! stands still: a sleeper is woken, or sleeps for ever.

mod sync {
    pub(crate) use shuttle::sync::atomic::{AtomicBool, Ordering};
    pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
    pub(crate) use shuttle::thread;
}

#[path = "predict/bell.rs"]
mod bell;
#[path = "../src/sleeps/condvar.rs"]
mod condvar;
#[path = "../src/reporter/library.rs"]
mod library;
#[path = "../src/sleeps/park.rs"]
mod park;
#[path = "../src/reporter/s2_wake_only.rs"]
mod s2_wake_only;
#[path = "../src/reporter/s3_flag_and_wake.rs"]
#[allow(dead_code)]
mod s3_flag_and_wake;
#[path = "../src/token.rs"]
#[allow(dead_code)]
mod token;

use std::time::Duration;

use ch00_workbench::Journal;
use modelling::{Thread, explore, tell, thread};
use sync::{Arc, AtomicBool, Condvar, Mutex, Ordering};
use token::{StopToken, Stopped};

const LONG: Duration = Duration::from_secs(3600);

#[test]
fn a_stop_reaches_every_sleeper_whenever_it_comes() {
    explore(|| {
        let stop = StopToken::new();
        let sleepers: Vec<_> = (1..=2)
            .map(|number| {
                let stop = stop.clone();
                thread(format!("sleeper-{number}"), move || {
                    tell("goes to sleep");
                    assert_eq!(stop.sleep(LONG), Err(Stopped));
                })
            })
            .collect();
        tell("stops");
        stop.stop();
        sleepers.into_iter().for_each(Thread::join);
    });
}

#[test]
fn a_waker_is_called_once_whoever_stops_and_whenever() {
    explore(|| {
        let stop = StopToken::new();
        let calls = Arc::new(Mutex::new(0));
        let stoppers: Vec<_> = (1..=2)
            .map(|number| {
                let stop = stop.clone();
                thread(format!("stopper-{number}"), move || stop.stop())
            })
            .collect();
        let counted = Arc::clone(&calls);
        let _registered = stop.on_stop(move || *counted.lock().unwrap() += 1);
        stoppers.into_iter().for_each(Thread::join);
        assert_eq!(*calls.lock().unwrap(), 1);
    });
}

#[test]
fn a_waker_that_was_taken_back_is_not_called_later() {
    explore(|| {
        let stop = StopToken::new();
        let calls = Arc::new(Mutex::new(0));
        let counted = Arc::clone(&calls);
        drop(stop.on_stop(move || *counted.lock().unwrap() += 1));
        let stopper = thread("stopper", {
            let stop = stop.clone();
            move || stop.stop()
        });
        stopper.join();
        assert_eq!(*calls.lock().unwrap(), 0);
    });
}

#[test]
fn a_waker_may_ask_the_token_and_another_may_go_meanwhile() {
    explore(|| {
        let stop = StopToken::new();
        let asked = stop.clone();
        let _asks = stop.on_stop(move || assert!(asked.is_stopped()));
        let goes = stop.on_stop(|| tell("is called although it may go"));
        let stopper = thread("stopper", {
            let stop = stop.clone();
            move || stop.stop()
        });
        drop(goes);
        stopper.join();
    });
}

#[test]
fn a_parked_thread_hears_of_the_stop_and_of_its_own_condition() {
    explore(|| {
        let stop = StopToken::new();
        let ready = Arc::new(AtomicBool::new(false));
        let (told, condition) = (stop.clone(), Arc::clone(&ready));
        let sleeper = shuttle::thread::spawn(move || {
            let mut parking = park::Parking::new(&told);
            let end = parking.wait_until(|| condition.load(Ordering::SeqCst));
            assert!(parking.strays() <= 1, "one thread wakes it for a reason, one may for none");
            end
        });
        let sleeping = sleeper.thread().clone();
        let stray = thread("stray", {
            let sleeping = sleeping.clone();
            move || sleeping.unpark()
        });
        ready.store(true, Ordering::SeqCst);
        sleeping.unpark();
        let stopper = thread("stopper", move || stop.stop());
        let _either = sleeper.join().unwrap();
        stray.join();
        stopper.join();
    });
}

#[test]
fn the_stop_of_a_foreign_condition_variable_is_not_lost() {
    explore(|| {
        let stop = StopToken::new();
        let theirs: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        let sleeper = thread("sleeper", {
            let (stop, theirs) = (stop.clone(), Arc::clone(&theirs));
            move || {
                tell("waits for their condition");
                condvar::wait_for(&stop, &theirs, |ready| ready.then_some(()))
            }
        });
        tell("stops");
        stop.stop();
        assert_eq!(sleeper.join(), Err(Stopped));
    });
}

/// The same without a way through their mutex: what [`condvar`] warns of.
#[test]
#[should_panic(expected = "deadlock")]
fn without_their_mutex_the_stop_is_lost() {
    explore(|| {
        let stop = StopToken::new();
        let theirs: Arc<(Mutex<()>, Condvar)> = Arc::default();
        let sleeper = thread("sleeper", {
            let (stop, theirs) = (stop.clone(), Arc::clone(&theirs));
            move || {
                let signalled = Arc::clone(&theirs);
                let _wake = stop.on_stop(move || signalled.1.notify_all());
                let mut state = theirs.0.lock().unwrap();
                while !stop.is_stopped() {
                    tell("is not stopped, so it waits");
                    state = theirs.1.wait(state).unwrap();
                }
            }
        });
        tell("stops");
        stop.stop();
        sleeper.join();
    });
}

/// A report that waits in the library, and a collector that takes one figure.
fn with_a_library() -> (impl Fn() + Send + Sync + 'static, Thread<()>) {
    let (uplink, parcels) = library::uplink(Journal::off());
    let collector = thread("collector", move || {
        for parcel in parcels.iter() {
            tell(format!("takes figure {}", parcel.figure));
            parcel.acknowledge();
        }
    });
    let uplink = Mutex::new(uplink);
    let report = move || {
        tell("sends a figure through the library");
        uplink.lock().unwrap().send(1);
    };
    (report, collector)
}

#[test]
#[should_panic(expected = "deadlock")]
fn a_library_swallows_a_wake_up_that_comes_alone() {
    explore(|| {
        let (report, collector) = with_a_library();
        let reporter = s2_wake_only::Reporter::start(LONG, report).unwrap();
        tell("wakes the reporter and waits for its end");
        reporter.stop();
        collector.join();
    });
}

#[test]
fn with_a_flag_no_library_matters() {
    explore(|| {
        let (report, collector) = with_a_library();
        let mut reporter = s3_flag_and_wake::Reporter::new(LONG, report);
        reporter.start().unwrap();
        tell("tells and wakes the reporter and waits for its end");
        reporter.stop();
        drop(reporter);
        collector.join();
    });
}

#[test]
fn a_reporter_can_be_started_again_at_once() {
    explore(|| {
        let count = Arc::new(Mutex::new(0));
        let counted = Arc::clone(&count);
        let mut reporter = s3_flag_and_wake::Reporter::new(LONG, move || {
            *counted.lock().unwrap() += 1;
        });
        for _ in 0..2 {
            reporter.start().unwrap();
            assert!(reporter.start().is_err(), "no second thread");
            reporter.stop();
            assert!(!reporter.is_running());
        }
        assert!(*count.lock().unwrap() <= 2, "at most one report for each start");
    });
}
