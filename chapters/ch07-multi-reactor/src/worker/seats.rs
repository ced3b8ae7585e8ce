//! How connections come to a worker, and how they go.

use std::fmt;
use std::time::{Duration, Instant};

use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::connection::LINGER;
use ch06_half_sync_half_reactive::connection::Connection;
use ch06_half_sync_half_reactive::demultiplexer::{Interest, Trigger};

use super::{Phase, Worker};
use crate::order::Newcomer;
use crate::seated::Seated;
use crate::sync::Ordering;

/// How often in such a time the loop looks who has been quiet: nobody stays for much longer than
/// his time, and a thousand clients cost a look at each of them, four times.
const SWEEPS: u32 = 4;

impl Worker {
    /// Makes the newcomer one of this worker's own. If that cannot be, only this one is lost.
    // ANCHOR: seat
    pub(super) fn seat(&mut self, newcomer: Newcomer) {
        let Newcomer { number, stream, page, seat, place } = newcomer;
        let (demultiplexer, marks, now) = (&self.demultiplexer, self.marks, Instant::now());
        let watched = self.seated.insert_with(|key| {
            stream.set_nonblocking(true)?;
            let (interest, trigger) = (Interest::READ, Trigger::Persistent);
            let stream = demultiplexer.register(stream, key, interest, trigger)?;
            let connection = Connection::new(number, stream, marks, page, now);
            Ok(Seated { connection, ready: false, seat, place })
        });
        self.table.noted = true;
        match watched {
            Ok(_) => self.table.journal.say(|| format!("takes connection {number}")),
            Err(error) => {
                self.table.journal.say(|| format!("turns connection {number} away: {error}"));
            }
        }
        if self.sweep_at.is_none() {
            self.sweep_at = self.pace().map(|pace| now + pace);
        }
    }
    // ANCHOR_END: seat

    /// Has all connections end as soon as what has arrived is answered. Each has a turn for it.
    pub(super) fn finish(&mut self) {
        self.phase = Phase::Finishing;
        for key in self.seated.keys() {
            let Some(seated) = self.seated.get_mut(key) else { continue };
            seated.connection.finish();
            if !seated.ready {
                seated.ready = true;
                self.ready.push(key);
            }
        }
        self.sweep_at = self.pace().map(|pace| Instant::now() + pace);
    }

    /// Cuts them all, whatever they wait for.
    pub(super) fn cut(&mut self) {
        self.phase = Phase::Over;
        for key in self.seated.keys() {
            self.cut.fetch_add(1, Ordering::Relaxed); // read when all have ended
            self.close(key, Outcome::Broken, format_args!("cut"));
        }
    }

    /// How long between two sweeps; `None`: quiet clients may stay.
    fn pace(&self) -> Option<Duration> {
        let limit = if self.phase == Phase::Finishing { Some(LINGER) } else { self.idle };
        limit.map(|limit| limit / SWEEPS)
    }

    /// Closes those who have been quiet for too long.
    // ANCHOR: sweep
    pub(super) fn sweep(&mut self, now: Instant) {
        let finishing = self.phase == Phase::Finishing;
        let Some(limit) = (if finishing { Some(LINGER) } else { self.idle }) else { return };
        let quiet = self.seated.iter().filter(|(_, seated)| seated.is_idle(limit, now));
        for key in quiet.map(|(key, _)| key).collect::<Vec<_>>() {
            let lingers = self.seated.get(key).is_some_and(|seated| seated.connection.lingers());
            match finishing {
                false => {
                    self.close(key, Outcome::Broken, format_args!("broken: idle for too long"))
                }
                true if lingers => self.end(key),
                // It is owed an answer, and has until the server's own deadline to take it.
                true => {}
            }
        }
        self.sweep_at = self.pace().filter(|_| !self.seated.is_empty()).map(|pace| now + pace);
    }
    // ANCHOR_END: sweep

    /// Ends a connection that has ended well.
    pub(super) fn end(&mut self, key: usize) {
        self.leave(key, None, format_args!("is closed"));
    }

    /// Ends a connection in another way.
    pub(super) fn close(&mut self, key: usize, outcome: Outcome, how: fmt::Arguments<'_>) {
        self.leave(key, Some(outcome), how);
    }

    fn leave(&mut self, key: usize, outcome: Option<Outcome>, how: fmt::Arguments<'_>) {
        let Some(seated) = self.seated.remove(key) else { return };
        let number = seated.connection.number();
        seated.close(outcome);
        self.table.journal.say(|| format!("connection {number} {how}"));
        self.table.noted = true;
    }
}
