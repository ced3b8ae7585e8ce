//! A request's work, when its server may be told to end.

use ch00_workbench::Work;

use crate::handle::StopHandle;
use crate::token::Stopped;

/// Does the work; the kinds that sleep hear the second order.
///
/// # Errors
/// [`Stopped`] if it was cut short: then it is for an answer that nobody will get.
pub fn run(work: &Work, request: &[u8], stop: &StopHandle) -> Result<(), Stopped> {
    match work {
        Work::Sleep(time) => stop.now().sleep(*time),
        Work::Rare(rare) => rare.next_sleep().map_or(Ok(()), |time| stop.now().sleep(time)),
        work => {
            work.run(request);
            Ok(())
        }
    }
}
