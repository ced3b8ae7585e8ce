//! The loop that moves all clients of a worker.

use std::io;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::super::connection::{Connection, Progress};
use super::super::failure::Failure;
use super::super::tally::nanoseconds;
use super::{LOOK_UP, Worker};

impl Worker<'_> {
    /// The loop: until nothing is under way and nothing may begin.
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        let mut look_up = Instant::now() + LOOK_UP;
        loop {
            let mut now = Instant::now();
            if now >= look_up {
                look_up = now + LOOK_UP;
                if self.halt.leaves() {
                    return Ok(());
                }
                self.end = if self.halt.finishes() { self.end.min(now) } else { self.end };
                self.give_up_the_stalled(now);
                now = Instant::now();
            }
            let due = self.keep_to_the_timetable(now);
            if self.busy == 0 && due.is_none() {
                return Ok(());
            }
            let found = self.readiness.wait(due.map_or(look_up, |due| due.min(look_up)))?;
            let before = self.tally.answered;
            for index in 0..found {
                let ready = self.readiness.ready(index);
                self.look(ready.key, ready.ended);
            }
            // Relaxed: a figure for those who watch; nothing else goes with it.
            self.seen.fetch_add(self.tally.answered - before, Ordering::Relaxed);
        }
    }

    /// Begins what is due by now, and says when the next message is; `None`: none will come.
    fn keep_to_the_timetable(&mut self, now: Instant) -> Option<Instant> {
        let mut timetable = self.timetable.take()?;
        while let Some((key, due)) = timetable.take(now).filter(|(_, due)| *due < self.end) {
            match &mut self.clients[key] {
                Some(client) if client.busy => client.owed += 1,
                Some(_) => self.begin(key, due, now),
                None => {}
            }
        }
        let next = timetable.next_due().filter(|due| *due < self.end);
        let alive = next.is_some_and(|_| self.clients.iter().any(Option::is_some));
        self.timetable = Some(timetable);
        next.filter(|_| alive)
    }

    /// Begins a client's next message.
    pub(super) fn begin(&mut self, key: usize, due: Instant, now: Instant) {
        let Some(client) = &mut self.clients[key] else { return };
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        self.busy += 1;
        match client.begin(self.pattern, due, now) {
            Ok(progress) => self.room(key, progress),
            Err(failure) => self.lose(key, failure),
        }
    }

    /// Looks at a client that is ready.
    fn look(&mut self, key: usize, ended: bool) {
        // Gone by an earlier event of the same wait.
        let Some(client) = &mut self.clients[key] else { return };
        let (was_busy, had) = (client.busy, client.received());
        match client.look(self.pattern, &mut self.scratch, ended) {
            Ok(progress) => {
                if progress != Progress::Answered && client.received() > had {
                    client.heard = Instant::now();
                }
                self.room(key, progress);
                if progress == Progress::Answered {
                    self.answered(key, Instant::now());
                }
            }
            Err(failure) => {
                client.busy = was_busy;
                self.lose(key, failure);
            }
        }
    }

    /// Has the readiness tell, or no longer tell, when there is room to send.
    fn room(&mut self, key: usize, progress: Progress) {
        let Some(client) = &mut self.clients[key] else { return };
        let blocked = progress == Progress::Blocked;
        if client.blocked != blocked {
            client.blocked = blocked;
            self.readiness.want_room(key, blocked);
        }
    }

    /// Counts an answer, and has its client go on.
    fn answered(&mut self, key: usize, now: Instant) {
        let client = self.clients[key].as_mut().expect("it has just been looked at");
        self.busy -= 1;
        client.answered += 1;
        self.tally.answered += 1;
        self.tally.in_time += u64::from(now <= self.end);
        self.tally.latency.saturating_record(nanoseconds(now - client.due));
        let Some(timetable) = &self.timetable else {
            if now < self.end {
                self.begin(key, now, now);
            }
            return;
        };
        self.tally.uncorrected.saturating_record(nanoseconds(now - client.began));
        if client.owed > 0 && now < self.end {
            client.owed -= 1;
            let due = client.due + timetable.round();
            self.begin(key, due, now);
        }
    }

    /// Gives up the clients that have heard nothing for too long.
    fn give_up_the_stalled(&mut self, now: Instant) {
        for key in 0..self.clients.len() {
            let waits = |client: &&Connection| client.busy && now - client.heard > self.plan.stall;
            if let Some(client) = self.clients[key].as_ref().filter(waits) {
                let failure = client.stalled(self.pattern);
                self.lose(key, failure);
            }
        }
    }

    /// Counts a failed client and closes its connection.
    pub(super) fn lose(&mut self, key: usize, failure: Failure) {
        if let Some(client) = self.clients[key].take() {
            self.readiness.remove(client.stream(), key);
            self.busy -= usize::from(client.busy);
            self.tally.unsent += client.owed;
            self.tally.fail(failure);
        }
    }

    /// Draws up the figures that need the end: the window, and what never could be sent.
    pub(super) fn settle(&mut self, start: Instant) {
        let now = Instant::now();
        self.tally.window = now.min(self.end) - start;
        if self.tally.in_time == 0 {
            // The time was too short for a single answer: what came after it is all there is.
            (self.tally.in_time, self.tally.window) = (self.tally.answered, now - start);
        }
        let Some(timetable) = &self.timetable else { return };
        for client in self.clients.iter_mut().flatten() {
            for late in 1..=client.owed {
                // It has waited so long at least: without it, the worst would be left out.
                let due = client.due + timetable.round() * u32::try_from(late).unwrap_or(u32::MAX);
                let waited = now.saturating_duration_since(due);
                self.tally.latency.saturating_record(nanoseconds(waited));
            }
            self.tally.unsent += client.owed;
            client.owed = 0;
        }
    }
}
