//! Rings when it is time to look at the stubs again.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// How often to look without file events.
const POLL: Duration = Duration::from_millis(500);

/// How often to look even with file events: some file systems accept a watch and stay silent.
const DOUBT: Duration = Duration::from_secs(3);

/// A save is several events; it is over when there was none for this long.
const QUIET: Duration = Duration::from_millis(80);

/// A save is over in any case after this: something else may write without end.
const PATIENCE: Duration = Duration::from_secs(1);

/// File events, or a clock where there are none.
#[derive(Debug)]
pub(super) struct Bell {
    events: Receiver<()>,
    /// Dropping it ends the events.
    watcher: Option<RecommendedWatcher>,
}

impl Bell {
    /// Listens for events in `folders`; a clock if that cannot be done.
    pub(super) fn new(folders: &[PathBuf]) -> Bell {
        let (sender, events) = mpsc::channel();
        let started = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // Reading is no reason to look: we read ourselves, and would never come to rest.
            if !event.is_ok_and(|event| event.kind.is_access()) {
                // Nobody listens only while the process ends.
                let _ = sender.send(());
            }
        })
        .and_then(|mut watcher| {
            for folder in folders {
                watcher.watch(folder, RecursiveMode::NonRecursive)?;
            }
            Ok(watcher)
        });
        match started {
            Ok(watcher) => Bell { events, watcher: Some(watcher) },
            Err(_no_events) => Bell::polling(),
        }
    }

    /// A clock.
    pub(super) fn polling() -> Bell {
        let (_, events) = mpsc::channel();
        Bell { events, watcher: None }
    }

    /// By what means a change is noticed, in words.
    pub(super) fn means(&self) -> &'static str {
        match self.watcher {
            Some(_) => "by file events",
            None => "by looking twice a second",
        }
    }

    /// Returns when it is time to look.
    pub(super) fn wait(&self) {
        if self.watcher.is_none() {
            std::thread::sleep(POLL);
            return;
        }
        match self.events.recv_timeout(DOUBT) {
            Ok(()) => self.settle(),
            Err(RecvTimeoutError::Timeout) => {}
            // The watcher's thread died: from now on, its clock goes on as the doubt does.
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(POLL),
        }
    }

    /// Lets the rest of a save's events pass.
    fn settle(&self) {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline && self.events.recv_timeout(QUIET).is_ok() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_watched_is_looked_at_by_the_clock() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let bell = Bell::new(&[folder.path().join("none")]);
        assert_eq!(bell.means(), "by looking twice a second");
    }
}
