//! The end of the clients: a half-close each, after which the server must end too.

use std::io;
use std::net::Shutdown;
use std::time::Instant;

use super::super::failure::Kind;
use super::{LOOK_UP, Worker};

impl Worker<'_> {
    /// Half-closes all connections, and waits until the server has ended each of them too.
    ///
    /// # Errors
    /// If waiting fails.
    pub fn say_good_bye(&mut self) -> io::Result<()> {
        for client in self.clients.iter().flatten() {
            // An error means that it is broken, and the wait below will see that.
            let _ = client.stream().shutdown(Shutdown::Write);
        }
        let limit = Instant::now() + self.plan.stall;
        while self.alive() > 0 && !self.halt.leaves() {
            let now = Instant::now();
            if now >= limit {
                break;
            }
            let found = self.readiness.wait(limit.min(now + LOOK_UP))?;
            for index in 0..found {
                self.part_from(self.readiness.ready(index).key);
            }
        }
        if !self.halt.leaves() {
            self.count_who_stays();
        }
        Ok(())
    }

    /// After the half-close, the end is what is expected.
    fn part_from(&mut self, key: usize) {
        let Some(client) = &mut self.clients[key] else { return };
        match client.ends(&mut self.scratch) {
            Ok(false) => {}
            Ok(true) => {
                let client = self.clients[key].take().expect("it was there");
                self.readiness.remove(client.stream(), key);
            }
            Err(failure) => self.lose(key, failure),
        }
    }

    fn count_who_stays(&mut self) {
        for key in 0..self.clients.len() {
            if let Some(client) = &self.clients[key] {
                let waited = format!("waited {:?} for its end", self.plan.stall);
                let failure = client.failure(Kind::NotEnded, waited);
                self.lose(key, failure);
            }
        }
    }
}
