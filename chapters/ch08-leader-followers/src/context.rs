//! What handlers may use, and how a task is processed. The same for all roles and all stages from
//! the second on.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::work::run;

use crate::event_handler::{Next, Task};
use crate::handle_set::HandleSet;
use crate::occupancy::Occupancy;
use crate::room::Room;
use crate::service::Service;
use crate::tools::Tools;

/// What handlers may use.
pub struct Context {
    /// How to serve.
    pub service: Service,
    /// All handles.
    pub handles: HandleSet,
    /// Who is in.
    pub occupancy: Occupancy,
    /// How many connections there may be.
    pub room: Room,
}

impl Context {
    /// A context without handles.
    ///
    /// # Errors
    /// What the system says: it may be out of descriptors.
    pub fn new(service: Service) -> io::Result<Context> {
        let room = Room::for_at_most(service.config.max_connections);
        let (handles, occupancy) = (HandleSet::new()?, Occupancy::default());
        Ok(Context { service, handles, occupancy, room })
    }

    /// Waits for events, as the leader, until one has a handler. `None`: the server ends.
    // ANCHOR: next_task
    pub fn next_task(&self, tools: &mut Tools, is_closed: impl Fn() -> bool) -> Option<Task> {
        while !is_closed() {
            match self.handles.wait_for_event(&mut tools.batch) {
                Ok(None) => {} // a wake-up: for whom, is asked above
                Ok(Some(ready)) => {
                    if let Some(task) = self.handles.deactivate_handle(ready) {
                        return Some(task);
                    }
                }
                Err(error) => {
                    self.fail(error);
                    return None;
                }
            }
        }
        None
    }
    // ANCHOR_END: next_task

    /// Processes a task: runs its handler, and puts that back. A handler that panics ends its own
    /// handle; the thread and all others go on.
    // ANCHOR: process
    pub fn process(&self, task: Task, tools: &mut Tools) {
        let Task { key, ready, mut handler } = task;
        // AssertUnwindSafe: of what the panic has left unfinished, nothing is used but its end.
        let handled = AssertUnwindSafe(|| handler.handle_event(ready, self, &mut tools.scratch));
        let next = catch_unwind(handled).unwrap_or(Next::Close(Outcome::Panicked));
        self.handles.reactivate_handle(key, handler, next, self);
    }
    // ANCHOR_END: process

    /// Does the work for a request. The kind that sleeps hears the second order: cut short, it is
    /// for an answer that nobody will get.
    pub fn work_on(&self, request: &[u8]) {
        (self.service.config.request)(request);
        // Whether it was cut short, the caller asks the order itself.
        let _ = run(&self.service.config.work, request, &self.service.stop);
    }

    /// Gives a connection's place back; the acceptor may be waiting for it.
    pub fn leave_room(&self) {
        if let Some(acceptor) = self.room.leave() {
            self.handles.rouse(acceptor);
        }
    }

    /// Ends the server because of an error.
    pub fn fail(&self, error: io::Error) {
        self.service.config.journal.say(|| format!("cannot go on: {error}"));
        self.occupancy.fail(error);
        self.service.stop.stop_now();
    }
}
