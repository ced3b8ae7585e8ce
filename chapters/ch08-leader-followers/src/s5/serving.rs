//! Processing one event: a turn of its handler, and what comes after.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::work::run;
use ch06_half_sync_half_reactive::demultiplexer::Ready;
use ch06_half_sync_half_reactive::exchange::Turn;

use super::client::Client;
use super::cost::Cost;
use super::door::{After, Door};
use super::handles::Claimed;
use super::lease::Pace;
use super::reactor::{Handler, Reactor, Task};
use super::thread::Hand;
use crate::service::Service;

impl Hand {
    /// Processes an event.
    pub(super) fn serve(&mut self, task: Task, reactor: &Reactor) {
        if self.cost.pace() != Pace::Quick {
            self.now = Instant::now(); // the last wait may be long ago
        }
        let Claimed { handler, ready } = task;
        match handler {
            Handler::Client(client) => self.serve_client(client, ready, reactor),
            Handler::Door(door) => self.accept(door, ready, reactor),
        }
    }

    // ANCHOR: serve
    fn serve_client(&mut self, mut client: Box<Client>, ready: Ready, reactor: &Reactor) {
        if reactor.is_draining() {
            client.finish();
        }
        // AssertUnwindSafe: of what a panic has left unfinished, nothing is used but its end.
        let turn = AssertUnwindSafe(|| self.turn(&mut client, ready, reactor));
        let outcome = match catch_unwind(turn) {
            Err(_) => Outcome::Panicked,
            Ok(_) if reactor.is_cutting() => Outcome::Broken,
            Ok(Ok(Turn::Ended)) => client.outcome(),
            Ok(Ok(Turn::More)) => {
                return reactor.again(Claimed { handler: Handler::Client(client), ready });
            }
            Ok(Ok(Turn::Wait(interest))) => {
                if interest.write {
                    reactor.look_within(reactor.service.config.write_deadline, self.now);
                }
                return self.give_back(ready.key, Handler::Client(client), reactor);
            }
            Ok(Err(error)) => {
                let number = client.number();
                let journal = &reactor.service.config.journal;
                journal.say(|| format!("connection {number} is broken: {error}"));
                Outcome::Broken
            }
        };
        reactor.handles.remove(ready.key);
        reactor.close(*client, outcome);
    }
    // ANCHOR_END: serve

    fn turn(&mut self, client: &mut Client, ready: Ready, reactor: &Reactor) -> io::Result<Turn> {
        let Hand { seat, cost, scratch, now, .. } = self;
        let number = client.number();
        client.turn(ready, *now, scratch, &mut |request| {
            reactor.service.config.journal.say(|| format!("serves connection {number}"));
            work_on(request, &reactor.service, cost, &mut || reactor.lease.let_go(seat))
        })
    }

    fn accept(&mut self, mut door: Box<Door>, ready: Ready, reactor: &Reactor) {
        match door.turn(ready.key, reactor, self.now) {
            Ok(After::Wait) => self.give_back(ready.key, Handler::Door(door), reactor),
            Ok(After::More) => reactor.again(Claimed { handler: Handler::Door(door), ready }),
            ended => {
                reactor.handles.remove(ready.key);
                drop(door);
                if reactor.is_draining() {
                    reactor.rouse_all(); // whoever came in after the order
                }
                if let Err(error) = ended {
                    reactor.fail(error);
                }
            }
        }
    }

    /// Gives a handler back; if there is news for it, it is part of the next batch.
    fn give_back(&mut self, key: usize, handler: Handler, reactor: &Reactor) {
        match reactor.handles.give_back(key, handler) {
            None => {}
            Some(task) if reactor.is_cutting() => self.serve(task, reactor), // it is closed there
            Some(task) => reactor.again(task),
        }
    }
}

/// Does the work for a request, and before that lets go of leadership if it says that it is long.
fn work_on(
    request: &[u8],
    service: &Service,
    cost: &mut Cost,
    let_go: &mut dyn FnMut(),
) -> io::Result<()> {
    let config = &service.config;
    if config.declared && config.work.is_long(request) {
        let_go();
    }
    cost.of(|| {
        (config.request)(request);
        Ok(run(&config.work, request, &service.stop)?) // cut short, it has no answer
    })
}
