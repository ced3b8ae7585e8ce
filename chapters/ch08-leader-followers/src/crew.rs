//! A crew and its life: the threads are started, and when the time has come, seen out.
//!
//! The thread that calls [`run`] takes no turn at the look-out. It waits for the orders to stop, so
//! that the others need to know of events alone.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ch05_two_phase_termination::in_flight::InFlight;
use ch05_two_phase_termination::{Ending, Report, StopToken};

use crate::occupancy::Occupancy;
use crate::role;
use crate::service::Service;

/// Longer than any server runs.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// How long threads may take to leave when there is nothing more to do for them, and how long the
/// listener may be in a thread's hands: as in chapter 5.
const LEAVE: Duration = Duration::from_secs(1);

/// The threads of a stage, and what they share.
pub trait Crew: Send + Sync + 'static {
    /// How to serve.
    fn service(&self) -> &Service;
    /// Who is in.
    fn occupancy(&self) -> &Occupancy;
    /// The life of a thread, until it is dismissed.
    fn work(self: Arc<Self>, thread: usize);
    /// Closes the listener, and lets the connections finish what is in flight.
    fn finish(&self);
    /// Cuts the connections.
    fn cut(&self);
    /// Dismisses the threads, wherever they wait.
    fn dismiss(&self);
    /// Called when a thread has ended, as the last it does.
    fn gone(&self, _thread: usize) {}
}

/// Starts the threads 1 to `threads` and sees to the end.
///
/// # Errors
/// If not all of these threads are to be had, or serving came to an end by an error.
pub fn run<C: Crew>(crew: &Arc<C>, threads: usize) -> io::Result<Report> {
    let journal = &crew.service().config.journal;
    let _end = journal.end_on_drop();
    for thread in 1..=threads {
        if let Err(error) = start(crew, thread) {
            crew.service().stop.stop_now();
            let _ = see_out(&**crew); // what matters is why it could not begin
            return Err(error);
        }
    }
    journal.state("waiting for a stop");
    see_out(&**crew)
}

/// Starts a thread.
///
/// # Errors
/// If it is not to be had.
pub fn start<C: Crew>(crew: &Arc<C>, thread: usize) -> io::Result<()> {
    let Some(guest) = crew.occupancy().threads.enter() else {
        return Err(io::Error::other("the server is about to end"));
    };
    let own = Arc::clone(crew);
    let life = move || {
        let end = own.service().config.journal.end_on_drop();
        Arc::clone(&own).work(thread);
        drop(end);
        own.gone(thread);
        drop(guest);
    };
    crew.service().config.spawn.spawn(role::name(thread), Box::new(life))
}

/// The phases of the end: chapter 5's. Wait; force, if the wait was too long; and see the threads
/// out.
// ANCHOR: see_out
fn see_out(crew: &dyn Crew) -> io::Result<Report> {
    let (Service { config, stop, ledger }, occupancy) = (crew.service(), crew.occupancy());
    let (journal, never) = (&config.journal, StopToken::new());
    // Accepting ends by itself too: after the last of `config.connections`.
    occupancy.accepting.drain(FOREVER, stop.graceful());
    if !stop.graceful().is_stopped() {
        journal.state("waiting for the last");
        occupancy.connections.drain(FOREVER, stop.graceful());
    }
    let told = stop.graceful().is_stopped();
    if told {
        crew.finish();
        occupancy.accepting.drain(LEAVE, &never);
        let (alive, _) = ledger.so_far();
        journal.state("draining");
        let drain = config.drain;
        journal.say(|| format!("no new clients; waits up to {drain:?} for {alive} in flight"));
    }
    let drained = occupancy.connections.drain(config.drain, stop.now());
    let forced = !drained || stop.now().is_stopped();
    if forced {
        force(crew, drained);
    }
    crew.dismiss();
    if !occupancy.threads.drain(LEAVE, &never) {
        journal.say(|| "leaves threads behind that heed no order".to_owned());
    }
    if let Some(error) = occupancy.failure() {
        return Err(error);
    }
    let (alive, connections) = ledger.so_far();
    let ending = match told {
        _ if forced => Ending::Forced { cut: alive + occupancy.cut() },
        true => Ending::Graceful,
        false => Ending::Finished,
    };
    Ok(Report { connections, ending })
}
// ANCHOR_END: see_out

/// Cuts what is in flight, and waits a little for those who are busy with it.
fn force(crew: &dyn Crew, drained: bool) {
    let (Service { config, stop, .. }, occupancy) = (crew.service(), crew.occupancy());
    config.journal.state("forcing");
    let why = if stop.now().is_stopped() { "was told again" } else { "the time is up" };
    let what = if drained { "everything in flight is cut" } else { "cuts what is in flight" };
    config.journal.say(|| format!("{why}: {what}"));
    stop.stop_now();
    crew.cut();
    occupancy.connections.drain(LEAVE, &StopToken::new());
}
