//! Stage 3: the full pattern. A leader appoints its successor, by a policy; it may hand an event to
//! a follower and lead on; and where nobody follows, the vacancy is known.
//!
//! What this stage lacks: when all threads process, the clients wait, however many cores are idle.

pub mod outcome;
pub mod policy;
pub mod thread_set;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use ch05_two_phase_termination::Report;

pub use outcome::{Leadership, Patience, Promotion, Role};
pub use policy::{Fifo, Follower, Lifo, Priority, PromotionPolicy};
pub use thread_set::ThreadSet;

use crate::acceptor::Acceptor;
use crate::context::Context;
use crate::crew::{self, Crew};
use crate::event_handler::Task;
use crate::occupancy::Occupancy;
use crate::service::Service;
use crate::tools::Tools;

/// Serves on `listener` until the service is stopped, or its connections have come and gone.
///
/// # Errors
/// If not all threads are to be had, or an accept error is fatal.
pub fn run(listener: TcpListener, service: Service) -> io::Result<Report> {
    let config = &service.config;
    let threads = config.threads;
    let set = ThreadSet::new(threads, (config.strategy)(config.policy), config.journal.clone());
    let crew = TakingTurns { threads: set, context: Context::new(service)? };
    Acceptor::register(listener, &crew.context)?;
    crew::run(&Arc::new(crew), threads)
}

struct TakingTurns {
    threads: ThreadSet<Task>,
    context: Context,
}

impl Crew for TakingTurns {
    // ANCHOR: work
    fn work(self: Arc<Self>, thread: usize) {
        let mut tools = Tools::new();
        // Who has the smaller number goes first, if the policy cares.
        let me = Follower { thread, priority: usize::MAX - thread };
        loop {
            let task = match self.threads.join(me, None) {
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
}

impl TakingTurns {
    /// Leads until there is an event to process on this very thread. `None`: the server ends.
    // ANCHOR: lead
    fn lead(&self, leadership: Leadership<'_, Task>, tools: &mut Tools) -> Option<Task> {
        loop {
            let mut task = self.context.next_task(tools, || self.threads.is_closed())?;
            if self.context.service.config.hand_off {
                match self.threads.hand_off(&leadership, task) {
                    Ok(_) => continue,
                    Err(back) => task = back,
                }
            }
            self.threads.promote_new_leader(leadership);
            return Some(task);
        }
    }
    // ANCHOR_END: lead
}
