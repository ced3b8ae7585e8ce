//! Stage 4: threads that come when they are needed and go when they are not.
//!
//! When the leader finds nobody to promote, all threads process, and nobody watches. Then it starts
//! one more, up to `--max-threads`, which takes the vacant leadership. At the most there are, clients
//! wait in the system's queues until a thread returns: nothing is lost, and nothing grows.

pub mod size;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use ch05_two_phase_termination::Report;

pub use size::Size;

use crate::acceptor::Acceptor;
use crate::context::Context;
use crate::crew::{self, Crew};
use crate::event_handler::Task;
use crate::occupancy::Occupancy;
use crate::role;
use crate::s3::{Follower, Leadership, Patience, Promotion, Role, ThreadSet};
use crate::service::Service;
use crate::tools::Tools;

/// Serves on `listener` until the service is stopped, or its connections have come and gone.
///
/// # Errors
/// If not all of the least threads are to be had, or an accept error is fatal.
pub fn run(listener: TcpListener, service: Service) -> io::Result<Report> {
    let config = &service.config;
    let (least, most) = (config.threads, config.max_threads.max(config.threads));
    let numbers = Size::numbers(most);
    let set = ThreadSet::new(numbers, (config.strategy)(config.policy), config.journal.clone());
    let size = Size::new(least, most);
    let crew = TakingTurns { threads: set, size, context: Context::new(service)? };
    Acceptor::register(listener, &crew.context)?;
    crew::run(&Arc::new(crew), least)
}

struct TakingTurns {
    threads: ThreadSet<Task>,
    size: Size,
    context: Context,
}

impl Crew for TakingTurns {
    // ANCHOR: work
    fn work(self: Arc<Self>, thread: usize) {
        let mut tools = Tools::new();
        let config = &self.context.service.config;
        let me = Follower { thread, priority: usize::MAX - thread };
        let may_go = || self.size.may_go();
        let mut is_new = true;
        loop {
            let patience = Patience { limit: config.keep_alive, may_go: &may_go };
            let role = self.threads.join(me, self.size.varies().then_some(patience));
            if std::mem::take(&mut is_new) {
                self.size.arrived(thread);
            }
            let task = match role {
                Role::Leader(leadership) => self.lead(leadership, &mut tools),
                Role::Processing(task) => Some(task),
                Role::Dismissed => None,
            };
            let Some(task) = task else { break };
            self.context.process(task, &mut tools);
        }
    }
    // ANCHOR_END: work

    fn service(&self) -> &Service {
        &self.context.service
    }

    fn occupancy(&self) -> &Occupancy {
        &self.context.occupancy
    }

    fn finish(&self) {
        self.context.handles.finish(&self.context);
    }

    fn cut(&self) {
        self.context.handles.cut(&self.context);
    }

    fn dismiss(&self) {
        self.threads.close();
        self.context.handles.wake_leader();
    }

    fn gone(&self, thread: usize) {
        self.size.gone(thread);
    }
}

impl TakingTurns {
    /// Leads until there is an event to process on this very thread. `None`: the server ends.
    // ANCHOR: lead
    fn lead(self: &Arc<Self>, leadership: Leadership<'_, Task>, tools: &mut Tools) -> Option<Task> {
        loop {
            let mut task = self.context.next_task(tools, || self.threads.is_closed())?;
            if self.context.service.config.hand_off {
                match self.threads.hand_off(&leadership, task) {
                    Ok(_) => continue,
                    Err(back) => task = back,
                }
            }
            if self.threads.promote_new_leader(leadership) == Promotion::Vacant {
                self.grow();
            }
            return Some(task);
        }
    }
    // ANCHOR_END: lead

    /// Starts a thread for the vacancy, if there may be one more. It is tried once: if there is no
    /// thread to be had, the vacancy waits for whoever returns first, and the next one tries again.
    // ANCHOR: grow
    fn grow(self: &Arc<Self>) {
        let Some(thread) = self.size.grow() else { return };
        let journal = &self.context.service.config.journal;
        journal.say(|| format!("starts {}", role::name(thread)));
        // No lock is held: to start a thread takes long, and the others must go on.
        if let Err(error) = crew::start(self, thread) {
            self.size.failed(thread);
            journal.say(|| format!("{} cannot be started: {error}", role::name(thread)));
        }
    }
    // ANCHOR_END: grow
}
