//! Every kind of sleep ends within 100 ms of the stop, though it would last 30 s or for ever.

use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use ch00_workbench::{Gate, within};
use ch01_thread_per_connection::accept::Accept;
use ch05_two_phase_termination::reporter::Reporter;
use ch05_two_phase_termination::sleeps::accept::StoppableListener;
use ch05_two_phase_termination::sleeps::channel::{Alarm, NoMessage};
use ch05_two_phase_termination::sleeps::park::Parking;
use ch05_two_phase_termination::sleeps::poll::StoppablePoller;
use ch05_two_phase_termination::sleeps::{condvar, read};
use ch05_two_phase_termination::{StopToken, Stopped};
use polling::{Events, Poller};

const LIMIT: Duration = Duration::from_secs(20);
const SLEEP: Duration = Duration::from_secs(30);

/// A stop takes less than this. On a machine that is busy with other things too, the best of a few
/// attempts counts: what a stop takes is not what the machine makes of it.
const PROMPT: Duration = Duration::from_millis(100);
const ATTEMPTS: usize = 5;

/// Lets `sleep` go to sleep on a thread, stops it, and measures until it has ended. It is told when
/// to go to sleep by opening the gate it gets, right before it does.
fn ends_promptly<S>(make: impl Fn(&StopToken) -> S)
where
    S: FnOnce(&StopToken, &Gate) + Send + 'static,
{
    within(LIMIT, || {
        let attempt = || {
            let stop = StopToken::new();
            let asleep = Gate::new("about to sleep");
            let sleep = make(&stop);
            let sleeper = thread::spawn({
                let (stop, asleep) = (stop.clone(), asleep.clone());
                move || sleep(&stop, &asleep)
            });
            asleep.pass();
            let start = Instant::now();
            stop.stop();
            sleeper.join().expect("it ends by the stop");
            start.elapsed()
        };
        let best = (0..ATTEMPTS).map(|_| attempt()).min().expect("some attempts");
        assert!(best < PROMPT, "the stop took {best:?}");
    });
}

#[test]
fn a_sleep() {
    ends_promptly(|_| {
        |stop: &StopToken, asleep: &Gate| {
            asleep.open();
            assert_eq!(stop.sleep(SLEEP), Err(Stopped));
        }
    });
}

#[test]
fn a_wait_for_the_stop_itself() {
    ends_promptly(|_| {
        |stop: &StopToken, asleep: &Gate| {
            asleep.open();
            stop.wait();
        }
    });
}

#[test]
fn a_park() {
    ends_promptly(|_| {
        |stop: &StopToken, asleep: &Gate| {
            let mut parking = Parking::new(stop);
            asleep.open();
            assert_eq!(parking.wait_until(|| false), Err(Stopped));
        }
    });
}

#[test]
fn a_wait_for_somebody_elses_condition_variable() {
    ends_promptly(|_| {
        let theirs: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        move |stop: &StopToken, asleep: &Gate| {
            asleep.open();
            let found = condvar::wait_for(stop, &theirs, |ready| ready.then_some(()));
            assert_eq!(found, Err(Stopped));
        }
    });
}

#[test]
fn a_receive() {
    ends_promptly(|_| {
        let (sender, receiver) = crossbeam_channel::unbounded::<u32>();
        move |stop: &StopToken, asleep: &Gate| {
            let alarm = Alarm::new(stop);
            asleep.open();
            assert_eq!(alarm.receive(&receiver), Err(NoMessage::Stopped));
            assert_eq!(alarm.receive(&receiver), Err(NoMessage::Stopped), "it goes on ringing");
            drop(sender);
        }
    });
}

#[test]
fn an_accept() {
    for address in ["127.0.0.1:0", "0.0.0.0:0", "[::1]:0", "[::]:0"] {
        let Ok(listener) = TcpListener::bind(address) else {
            continue; // a machine without IPv6
        };
        drop(listener);
        ends_promptly(|stop| {
            let listener = TcpListener::bind(address).expect("a free port");
            let listener = StoppableListener::new(listener, stop).expect("a socket");
            move |_: &StopToken, asleep: &Gate| {
                asleep.open();
                assert!(listener.accept().is_err() && listener.is_over());
            }
        });
    }
}

#[test]
fn a_pause_of_the_acceptor() {
    ends_promptly(|stop| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let listener = StoppableListener::new(listener, stop).expect("a socket");
        move |_: &StopToken, asleep: &Gate| {
            asleep.open();
            listener.pause(SLEEP);
        }
    });
}

#[test]
fn a_blocked_read() {
    ends_promptly(|_| {
        let (client, server) = pair();
        move |stop: &StopToken, asleep: &Gate| {
            asleep.open();
            let end = read::read(&Arc::new(server), &mut [0; 8], stop);
            assert!(matches!(end, Ok(None)), "{end:?}");
            drop(client);
        }
    });
}

#[test]
fn a_wait_for_events() {
    ends_promptly(|stop| {
        let poller = Arc::new(Poller::new().expect("a poller"));
        let poller = StoppablePoller::new(poller, stop);
        move |_: &StopToken, asleep: &Gate| {
            asleep.open();
            let end = poller.wait(&mut Events::new(), Some(SLEEP)).expect("a poller that works");
            assert_eq!(end, None);
        }
    });
}

#[test]
fn the_interval_of_the_reporter() {
    within(LIMIT, || {
        let attempt = || {
            let reported = Gate::new("the first report");
            let mut reporter = Reporter::new(SLEEP, {
                let reported = reported.clone();
                move || reported.open()
            });
            reporter.start().expect("it is not running");
            reported.pass();
            let start = Instant::now();
            reporter.stop();
            start.elapsed()
        };
        let best = (0..ATTEMPTS).map(|_| attempt()).min().expect("some attempts");
        assert!(best < PROMPT, "the stop took {best:?}");
    });
}

#[test]
fn stray_wake_ups_are_consumed_and_counted() {
    within(LIMIT, || {
        let stop = StopToken::new();
        let ready = Arc::new(AtomicBool::new(false));
        let (send, receive) = std::sync::mpsc::channel::<Thread>();
        let sleeper = thread::spawn({
            let (stop, ready) = (stop.clone(), Arc::clone(&ready));
            move || {
                let mut parking = Parking::new(&stop);
                send.send(thread::current()).expect("the test listens");
                // Its own wake-up for nothing: the first park returns at once.
                thread::current().unpark();
                let looks = std::cell::Cell::new(0);
                let end = parking.wait_until(|| {
                    looks.set(looks.get() + 1);
                    ready.load(Ordering::Acquire)
                });
                (end, parking.strays(), looks.get())
            }
        });
        let thread = receive.recv().expect("it starts");
        ready.store(true, Ordering::Release);
        thread.unpark();
        let (end, strays, looks) = sleeper.join().expect("it ends");
        assert_eq!(end, Ok(()));
        assert!(strays <= 2 && looks <= 3, "{strays} strays, {looks} looks: that is spinning");
    });
}

#[test]
fn a_client_that_came_before_the_stop_is_still_accepted() {
    within(LIMIT, || {
        let stop = StopToken::new();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let listener = StoppableListener::new(listener, &stop).expect("a socket");
        let clients: Vec<_> =
            (0..3).map(|_| TcpStream::connect(address).expect("a place")).collect();
        stop.stop();
        let accepted = std::iter::from_fn(|| listener.accept().ok()).count();
        assert_eq!(accepted, clients.len(), "all of them, and not our own connection");
    });
}

/// Two ends of a connection.
fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let client = TcpStream::connect(listener.local_addr().expect("it is bound")).expect("a place");
    (client, listener.accept().expect("a client").0)
}
