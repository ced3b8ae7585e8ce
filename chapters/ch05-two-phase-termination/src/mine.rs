//! The learner's answers in the server's place (`--mine`), as far as there are any.

use std::io;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::bail;
use ch00_workbench::cli::terminal::line;
use ch05_two_phase_termination::exercises::drain::Drain;
use ch05_two_phase_termination::exercises::reporter::Reporter;
use ch05_two_phase_termination::in_flight::{Guest, InFlight};
use ch05_two_phase_termination::server::Config;
use ch05_two_phase_termination::token::StopToken;

use crate::flags::Flags;

/// How often a drain that is to be hurried looks whether it is: the exercise's drain knows no
/// hurry.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Puts the learner's answers into the configuration, and says which.
pub fn put_in(config: &mut Config, own: &Flags) -> anyhow::Result<()> {
    let mut yours = Vec::new();
    if has_reporter() && own.report.is_some() {
        yours.push("the reporter (5.1)");
    }
    if !cfg!(waiting = "drain") {
        config.in_flight = Box::new(Yours(Drain::new()));
        yours.push("the drain with a deadline (5.3)");
    }
    if yours.is_empty() {
        bail!(
            "--mine: none of your answers can be used yet; `cargo learn` shows the next exercise \
             (5.1 is used together with --report, 5.2 is a part on its own)"
        );
    }
    line(format_args!("yours: {}", yours.join(", ")));
    Ok(())
}

/// Whether exercise 5.1 is done.
pub fn has_reporter() -> bool {
    !cfg!(waiting = "reporter")
}

/// The learner's reporter, on a thread of its own.
pub struct YourReporter {
    reporter: Reporter,
    thread: Option<JoinHandle<()>>,
}

impl YourReporter {
    /// Starts a shift and a thread to work it.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn start(
        every: Duration,
        report: impl FnMut() + Send + 'static,
    ) -> io::Result<YourReporter> {
        let reporter = Reporter::new(every);
        let shift = reporter.start().expect("a new reporter has no shift");
        let thread = thread::Builder::new().name("reporter".to_owned());
        let thread = thread.spawn(move || shift.work(report))?;
        Ok(YourReporter { reporter, thread: Some(thread) })
    }
}

impl Drop for YourReporter {
    fn drop(&mut self) {
        self.reporter.stop();
        // If a report has panicked, that was shown when it happened.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The learner's drain. It cannot be hurried, so it is asked again and again.
struct Yours(Drain);

impl InFlight for Yours {
    fn enter(&self) -> Option<Guest> {
        self.0.enter().map(|guest| Box::new(guest) as Guest)
    }

    fn drain(&self, limit: Duration, hurry: &StopToken) -> bool {
        let start = Instant::now();
        loop {
            let left = limit.saturating_sub(start.elapsed());
            if self.0.drain(left.min(LOOK_AGAIN_AFTER)) == 0 {
                return true;
            }
            if left.is_zero() || hurry.is_stopped() {
                return false;
            }
        }
    }
}
