//! What a loop owes each of its clients; and what happens when there is no loop.

mod support;

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ch00_workbench::{Gate, Journal, What, Work, within};
use ch01_thread_per_connection::spawn::{Job, OsThreads, Spawn};
use ch07_multi_reactor::inbox::{HandOver, Inbox};
use ch07_multi_reactor::order::Order;
use support::{Running, start};

const LIMIT: Duration = Duration::from_secs(60);

/// Connections in the order of their turns, from a worker's own words.
fn turns(server: &Running) -> Vec<u64> {
    let entries = server.memory.entries();
    let number = |entry: &ch00_workbench::Entry| match &entry.what {
        What::Message(text) => text.strip_prefix("serves connection ")?.parse().ok(),
        _ => None,
    };
    entries.iter().filter_map(number).collect()
}

#[test]
fn a_busy_client_does_not_starve_a_light_one() {
    within(LIMIT, || {
        let gate = Gate::new("the start");
        let mut server = start(1, |config| {
            config.budget = 1;
            config.work = Work::Held("start", gate.clone());
        });
        let mut holder = server.seat(1);
        holder.send("start").expect("a connection");
        gate.wait_for_waiting(1);
        // While the worker stands at the gate: many turns' worth from one, a word from another.
        let mut busy = TcpStream::connect(server.address).expect("the server listens");
        let mut light = server.connect();
        server.wait_for("gives connection 3 to worker-1");
        busy.write_all(&[b'b'; 100_000]).expect("the sockets' buffers hold that");
        light.send("light").expect("a connection");
        gate.open();
        light.receive("light").expect("an echo");
        busy.read_exact(&mut [0; 100_000]).expect("all of it");
        let turns = turns(&server);
        let of = |number| turns.iter().enumerate().filter(move |turn| *turn.1 == number);
        let ours = of(3).map(|(place, _)| place).next().expect("it was served");
        let before = of(2).filter(|(place, _)| *place < ours).count();
        assert!(of(2).count() > 2, "a budget of one read, and several reads' worth: {turns:?}");
        assert!(before <= 2, "the light one waited for {before} turns of the busy one: {turns:?}");
        server.stop.stop_now();
        server.report();
    });
}

/// Busy clients that never stop: without a budget, the first of them would be served for ever.
#[test]
fn floods_do_not_starve_a_light_client() {
    within(LIMIT, || {
        let mut server = start(1, |config| config.journal = Journal::off());
        let floods: Vec<_> = (0..3)
            .map(|_| {
                let flood = TcpStream::connect(server.address).expect("the server listens");
                let mut sending = flood.try_clone().expect("a descriptor");
                let sender =
                    std::thread::spawn(
                        move || {
                            while sending.write_all(&[b'f'; 16 * 1024]).is_ok() {}
                        },
                    );
                let reader = std::thread::spawn(move || {
                    let (mut flood, mut buffer) = (&flood, [0; 16 * 1024]);
                    while flood.read(&mut buffer).is_ok_and(|count| count > 0) {}
                });
                (sender, reader)
            })
            .collect();
        let mut light = server.connect();
        for _ in 0..200 {
            light.round_trip("light").expect("an echo");
        }
        server.stop.stop_now();
        server.report();
        for (sender, reader) in floods {
            sender.join().expect("it does not panic");
            reader.join().expect("it does not panic");
        }
    });
}

/// Gives out so many threads, and then no more.
struct Few(OsThreads, Mutex<usize>);

impl Spawn for Few {
    fn spawn(&self, name: String, job: Job) -> io::Result<()> {
        let mut left = self.1.lock().expect("no panic under this lock");
        *left = left.checked_sub(1).ok_or(ErrorKind::WouldBlock)?;
        self.0.spawn(name, job)
    }
}

#[test]
fn without_a_thread_for_each_worker_the_server_does_not_begin() {
    within(LIMIT, || {
        let threads = OsThreads::default();
        let running = threads.running.clone();
        let few = Few(threads, Mutex::new(2));
        let mut server = start(3, |config| config.spawn = Box::new(few));
        assert_eq!(server.end().expect_err("two of three").kind(), ErrorKind::WouldBlock);
        running.wait_until_none(); // those who had begun have ended
    });
}

/// An inbox whose loop panics when it finds a connection in it.
struct Doomed(Inbox<Order>);

impl HandOver<Order> for Doomed {
    fn give(&self, order: Order) {
        self.0.give(order);
    }

    fn take_all(&self, into: &mut Vec<Order>) {
        self.0.take_all(into);
        assert!(into.is_empty(), "on purpose: this loop fails");
    }

    fn may_sleep(&self) -> bool {
        self.0.may_sleep()
    }
}

#[test]
fn a_loop_that_fails_ends_the_server_and_says_so() {
    within(LIMIT, || {
        let mut server = start(1, |config| {
            config.hand_over = Box::new(|wake| Arc::new(Doomed(Inbox::new(wake))));
        });
        let mut client = server.connect();
        assert!(client.expect_end().is_ok() || client.round_trip("?").is_err(), "it is closed");
        let error = server.end().expect_err("nobody would serve the next one");
        assert_eq!(error.to_string(), "a worker panicked");
    });
}
