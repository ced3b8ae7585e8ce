//! What exercise 8.4c must keep on real threads. The schedules are for the model beside this file.

use std::collections::VecDeque;
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use ch00_workbench::within;

use super::hunt_forgotten_client::{Accepted, Client, Listener, run};

const LIMIT: Duration = Duration::from_secs(5);

/// Clients that come in this order; `None` is an accept that fails.
struct Script {
    coming: Mutex<VecDeque<Option<usize>>>,
    served: Arc<Mutex<Vec<usize>>>,
    /// Where those who are served meet, if they are to.
    meeting: Option<Arc<Barrier>>,
}

struct Guest {
    number: usize,
    served: Arc<Mutex<Vec<usize>>>,
    meeting: Option<Arc<Barrier>>,
}

impl Listener for Script {
    type Client = Guest;

    fn accept(&self) -> Accepted<Guest> {
        match self.coming.lock().expect("no panic under this lock").pop_front() {
            None => Accepted::Closed,
            Some(None) => Accepted::Failed,
            Some(Some(number)) => {
                let (served, meeting) = (Arc::clone(&self.served), self.meeting.clone());
                Accepted::Client(Guest { number, served, meeting })
            }
        }
    }
}

impl Client for Guest {
    fn serve(self) {
        if let Some(meeting) = self.meeting {
            meeting.wait();
        }
        self.served.lock().expect("no panic under this lock").push(self.number);
    }
}

/// Who is served of these, when all is over.
fn served(followers: usize, meeting: Option<usize>, coming: &[Option<usize>]) -> Vec<usize> {
    let served = Arc::default();
    let script = Script {
        coming: Mutex::new(coming.iter().copied().collect()),
        served: Arc::clone(&served),
        meeting: meeting.map(|size| Arc::new(Barrier::new(size))),
    };
    within(LIMIT, || run(script, followers));
    let mut served = served.lock().expect("no panic under this lock").clone();
    served.sort_unstable();
    served
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn each_client_is_served_once() {
    let clients: Vec<usize> = (1..=100).collect();
    let coming: Vec<_> = clients.iter().copied().map(Some).collect();
    assert_eq!(served(3, None, &coming), clients, "who was served, of 100 that came");
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn two_clients_are_served_at_the_same_time() {
    assert_eq!(served(2, Some(2), &[Some(1), Some(2)]), [1, 2], "who was served");
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn an_accept_that_fails_is_all_that_happens() {
    let coming = [None, Some(1), None, None, Some(2), None];
    assert_eq!(served(2, None, &coming), [1, 2], "who was served, with four accepts that failed");
}

#[test]
#[cfg_attr(
    waiting = "hunt_forgotten_client",
    ignore = "exercise 8.4c waits for you in src/exercises/hunt_forgotten_client.rs"
)]
fn it_ends_when_the_listener_is_closed() {
    assert_eq!(served(3, None, &[]), [0; 0], "nobody came");
}
