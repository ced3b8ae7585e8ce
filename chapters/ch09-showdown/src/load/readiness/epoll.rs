//! Linux: epoll for the connections, a timer descriptor for times shorter than epoll can tell.

use std::io;
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, Event, EventData, EventFlags};
use rustix::time::{
    Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, timerfd_create, timerfd_settime,
};

use super::{EVENTS, Ready};

/// The timer's key: no connection has it.
const TIMER: u64 = u64::MAX;

/// Epoll counts whole milliseconds. A shorter wait needs the timer, which costs a system call.
const TICK: Duration = Duration::from_millis(1);

/// The connections of one thread.
pub struct Readiness {
    epoll: OwnedFd,
    timer: OwnedFd,
    ready: Vec<Ready>,
}

impl Readiness {
    /// Nothing to wait for yet.
    ///
    /// # Errors
    /// If there is no descriptor left.
    pub fn new() -> io::Result<Readiness> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        let flags = TimerfdFlags::CLOEXEC | TimerfdFlags::NONBLOCK;
        let timer = timerfd_create(TimerfdClockId::Monotonic, flags)?;
        // Edge-triggered, so that an expired timer need not be read.
        let interest = EventFlags::IN | EventFlags::ET;
        epoll::add(&epoll, &timer, EventData::new_u64(TIMER), interest)?;
        Ok(Readiness { epoll, timer, ready: Vec::with_capacity(EVENTS) })
    }

    /// Registers a connection.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn add(&mut self, stream: &TcpStream, key: usize) -> io::Result<()> {
        let interest = EventFlags::IN | EventFlags::OUT | EventFlags::RDHUP | EventFlags::ET;
        Ok(epoll::add(&self.epoll, stream, EventData::new_u64(key as u64), interest)?)
    }

    /// Forgets a connection.
    pub fn remove(&mut self, stream: &TcpStream, _: usize) {
        // An error means that it is not there, which is what was wanted.
        let _ = epoll::delete(&self.epoll, stream);
    }

    /// Whether to be told when a connection takes more bytes: an edge tells that anyway.
    pub fn want_room(&mut self, _: usize, _: bool) {}

    /// Waits until a connection is ready or `until` has come, and says how many are ready.
    ///
    /// # Errors
    /// What the system says.
    pub fn wait(&mut self, until: Instant) -> io::Result<usize> {
        let left = until.saturating_duration_since(Instant::now());
        self.ready.clear();
        let timeout = match left {
            Duration::ZERO => Duration::ZERO,
            short if short < 2 * TICK => {
                let value = timespec(short);
                let once = Itimerspec { it_interval: timespec(Duration::ZERO), it_value: value };
                timerfd_settime(&self.timer, TimerfdTimerFlags::empty(), &once)?;
                Duration::from_millis(100)
            }
            // A millisecond less than it could be: the rest is for the timer.
            long => Duration::from_millis(long.as_millis() as u64 - 1),
        };
        let mut room = [MaybeUninit::<Event>::uninit(); EVENTS];
        match epoll::wait(&self.epoll, &mut room[..], Some(&timespec(timeout))) {
            Ok((events, _)) => {
                let connections = events.iter().filter(|event| event.data.u64() != TIMER);
                self.ready.extend(connections.map(ready));
            }
            Err(error) if error == rustix::io::Errno::INTR => {}
            Err(error) => return Err(error.into()),
        }
        Ok(self.ready.len())
    }

    /// The `index`th of those that the last wait has found.
    pub fn ready(&self, index: usize) -> Ready {
        self.ready[index]
    }
}

fn ready(event: &Event) -> Ready {
    let (flags, key) = (event.flags, event.data.u64() as usize);
    let over = EventFlags::RDHUP | EventFlags::HUP | EventFlags::ERR;
    Ready { key, ended: flags.intersects(over) }
}

fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs() as i64, tv_nsec: i64::from(time.subsec_nanos()) as _ }
}
