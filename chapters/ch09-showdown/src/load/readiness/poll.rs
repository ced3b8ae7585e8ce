//! Systems without epoll: `poll`, which has no memory, so that the list is ours.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{EVENTS, Ready};

/// The connections of one thread.
pub struct Readiness {
    watched: Vec<Watched>,
    ready: Vec<Ready>,
}

struct Watched {
    stream: TcpStream,
    key: usize,
    wants_room: bool,
}

impl Readiness {
    /// Nothing to wait for yet.
    ///
    /// # Errors
    /// None here; epoll has some.
    pub fn new() -> io::Result<Readiness> {
        Ok(Readiness { watched: Vec::new(), ready: Vec::with_capacity(EVENTS) })
    }

    /// Registers a connection.
    ///
    /// # Errors
    /// If there is no descriptor left: the list keeps one of its own for each.
    pub fn add(&mut self, stream: &TcpStream, key: usize) -> io::Result<()> {
        self.watched.push(Watched { stream: stream.try_clone()?, key, wants_room: false });
        Ok(())
    }

    /// Forgets a connection.
    pub fn remove(&mut self, _: &TcpStream, key: usize) {
        self.watched.retain(|watched| watched.key != key);
    }

    /// Whether to be told when a connection takes more bytes.
    pub fn want_room(&mut self, key: usize, wants: bool) {
        if let Some(watched) = self.watched.iter_mut().find(|watched| watched.key == key) {
            watched.wants_room = wants;
        }
    }

    /// Waits until a connection is ready or `until` has come, and says how many are ready.
    ///
    /// # Errors
    /// What the system says.
    pub fn wait(&mut self, until: Instant) -> io::Result<usize> {
        self.ready.clear();
        let interest = |watched: &Watched| match watched.wants_room {
            true => PollFlags::IN | PollFlags::OUT,
            false => PollFlags::IN,
        };
        let mut list: Vec<_> =
            self.watched.iter().map(|one| PollFd::new(&one.stream, interest(one))).collect();
        let timeout = timespec(until.saturating_duration_since(Instant::now()));
        match poll(&mut list, Some(&timeout)) {
            Ok(_) => {}
            Err(error) if error == rustix::io::Errno::INTR => return Ok(0),
            Err(error) => return Err(error.into()),
        }
        let over = PollFlags::HUP | PollFlags::ERR;
        let found = self.watched.iter().zip(&list).filter(|(_, fd)| !fd.revents().is_empty());
        let found = found
            .map(|(watched, fd)| Ready { key: watched.key, ended: fd.revents().intersects(over) });
        self.ready.extend(found.take(EVENTS));
        Ok(self.ready.len())
    }

    /// The `index`th of those that the last wait has found.
    pub fn ready(&self, index: usize) -> Ready {
        self.ready[index]
    }
}

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) as _ }
}
