//! Stage 2: the thread set becomes a Monitor Object, and a thread leads for one *event*.
//!
//! No thread stays with a client any more: a connection is a handle in the handle set, and between
//! two events it costs no thread. What this stage lacks: who follows is woken without being chosen,
//! and finds its place taken when a newcomer was faster; and when all process, nobody watches.

mod thread_set;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use ch05_two_phase_termination::Report;

pub use thread_set::{Leadership, ThreadSet};

use crate::acceptor::Acceptor;
use crate::context::Context;
use crate::crew::{self, Crew};
use crate::occupancy::Occupancy;
use crate::service::Service;
use crate::tools::Tools;

/// Serves on `listener` until the service is stopped, or its connections have come and gone.
///
/// # Errors
/// If not all threads are to be had, or an accept error is fatal.
pub fn run(listener: TcpListener, service: Service) -> io::Result<Report> {
    let threads = service.config.threads;
    let set = ThreadSet::new(service.config.journal.clone());
    let crew = TakingTurns { threads: set, context: Context::new(service)? };
    Acceptor::register(listener, &crew.context)?;
    crew::run(&Arc::new(crew), threads)
}

struct TakingTurns {
    threads: ThreadSet,
    context: Context,
}

impl Crew for TakingTurns {
    // ANCHOR: work
    fn work(self: Arc<Self>, thread: usize) {
        let mut tools = Tools::new();
        while let Some(leadership) = self.threads.join(thread) {
            let task = self.context.next_task(&mut tools, || self.threads.is_closed());
            let Some(task) = task else { break };
            // First promote, then process: the next event must not wait for this one.
            self.threads.promote_new_leader(leadership);
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
