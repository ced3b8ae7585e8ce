//! Stage 1: leadership is a lock around accept.
//!
//! Whoever holds the lock leads: it waits for a client. To promote is to let the lock go. This is
//! how servers that forked their processes beforehand shared one listener, and it is correct. What
//! it lacks: a thread stays with its client until that has gone, also while the client is silent;
//! so the threads are as many as the clients that can be served. The system's lock chooses who
//! follows, and nobody can say which threads wait.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use ch00_workbench::Journal;
use ch01_thread_per_connection::accept::{Accept, Backoff, Verdict};
use ch05_two_phase_termination::Report;
use ch05_two_phase_termination::connection::Connection;
use ch05_two_phase_termination::in_flight::{Guest, InFlight};
use ch05_two_phase_termination::sleeps::accept::StoppableListener;

use crate::crew::{self, Crew};
use crate::occupancy::Occupancy;
use crate::role;
use crate::service::Service;
use crate::sync::{Mutex, PoisonError};

/// Serves on `listener` until the service is stopped, or its connections have come and gone.
///
/// # Errors
/// If not all threads are to be had, or an accept error is fatal.
pub fn run(listener: TcpListener, service: Service) -> io::Result<Report> {
    let threads = service.config.threads;
    let occupancy = Occupancy::default();
    let guest = occupancy.accepting.enter();
    let listener = StoppableListener::new(listener, service.stop.graceful())?;
    let look_out = LookOut { listener: Some((listener, guest)), accepted: 0 };
    let crew = TakingTurns { look_out: Mutex::new(look_out), service, occupancy };
    crew::run(&Arc::new(crew), threads)
}

struct TakingTurns {
    /// **Whoever holds this lock is the leader, so there is one at most.** The others wait for the
    /// lock: they follow.
    look_out: Mutex<LookOut>,
    service: Service,
    occupancy: Occupancy,
}

/// A client that has been accepted. It is in flight from before the lock is let go: the next leader
/// may find that there is nothing more to accept, and then it is seen who is still in.
struct Client {
    number: u64,
    stream: TcpStream,
    guest: Guest,
}

struct LookOut {
    /// `None`: there is nothing more to wait for. The guest says whether anybody accepts.
    listener: Option<(StoppableListener, Option<Guest>)>,
    accepted: u64,
}

impl Crew for TakingTurns {
    // ANCHOR: work
    fn work(self: Arc<Self>, _: usize) {
        let journal = &self.service.config.journal;
        loop {
            journal.state(role::FOLLOWER);
            let mut look_out = self.look_out.lock().unwrap_or_else(PoisonError::into_inner);
            if look_out.listener.is_none() {
                break; // nothing is left to lead
            }
            journal.state(role::LEADER);
            let Some(client) = self.next_client(&mut look_out) else { break };
            journal.state(role::PROCESSING);
            drop(look_out); // this promotes whoever waits for the lock, or comes next
            self.serve(client);
        }
    }
    // ANCHOR_END: work

    fn service(&self) -> &Service {
        &self.service
    }

    fn occupancy(&self) -> &Occupancy {
        &self.occupancy
    }

    /// The listener and the connections have heard of the stop themselves.
    fn finish(&self) {}

    fn cut(&self) {}

    fn dismiss(&self) {}
}

impl TakingTurns {
    /// Waits for the next client, as the leader. `None`: no more will come.
    fn next_client(&self, look_out: &mut LookOut) -> Option<Client> {
        let mut backoff = Backoff::default();
        let enough = self.service.config.connections;
        while enough.is_none_or(|most| look_out.accepted < most) {
            let (listener, _) = look_out.listener.as_ref()?;
            match listener.accept() {
                Ok(stream) => {
                    look_out.accepted += 1;
                    let guest = self.occupancy.connections.enter()?;
                    return Some(Client { number: look_out.accepted, stream, guest });
                }
                Err(_) if listener.is_over() => break,
                Err(error) => match self.after(error, &mut backoff) {
                    Some(pause) => listener.pause(pause),
                    None => break,
                },
            }
        }
        look_out.listener = None; // from here on the system refuses clients
        None
    }

    /// How long to wait after an accept error; `None`: it is of no use.
    fn after(&self, error: io::Error, backoff: &mut Backoff) -> Option<Duration> {
        let journal = &self.service.config.journal;
        self.service.ledger.accept_failed();
        match (self.service.config.verdict)(&error) {
            Verdict::Retry => {
                journal.say(|| format!("accept: {error}; goes on"));
                Some(Duration::ZERO)
            }
            Verdict::BackOff => {
                let pause = backoff.next_pause();
                journal.say(|| format!("accept: {error}; pauses {pause:?}"));
                Some(pause)
            }
            Verdict::Fatal => {
                self.occupancy.fail(error);
                self.service.stop.stop_now();
                None
            }
        }
    }

    /// Serves a client to its end, with chapter 5's connection. A panic ends that client's
    /// connection, and nothing else.
    fn serve(&self, client: Client) {
        let Client { number, stream, guest } = client;
        let Service { config, stop, ledger } = &self.service;
        // It fails where the client is gone already.
        let _ = stream.set_write_timeout(Some(config.write_deadline));
        let connection = Connection {
            number,
            stream,
            journal: Journal::off(), // the roles are the story here
            work: config.work.clone(),
            stop: stop.clone(),
            page: ledger.open(),
            cut: Arc::clone(&self.occupancy.cut),
            guest,
        };
        config.journal.say(|| format!("serves connection {number} to its end"));
        let _ = catch_unwind(AssertUnwindSafe(|| connection.serve()));
        config.journal.say(|| format!("connection {number} is closed"));
    }
}
