//! Which cores a thread may run on, and how long it has.
//!
//! Whether server and clients share a core decides what a measurement measures: on one core, what a
//! message *costs*; on a core each, also how long a sleeping core takes to wake. Left alone, the
//! scheduler chooses now this, now that, and the figures jump.

use std::io;
use std::time::Duration;

/// Keeps the calling thread, and all threads and processes it starts from now on, on `core`.
///
/// # Errors
/// If this machine has no such core for us, and on all systems but Linux.
pub fn pin_this_thread(core: usize) -> io::Result<()> {
    imp::pin_this_thread(core)
}

/// Processor time that the calling thread has used; `None` where the system does not tell.
pub fn thread_cpu() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(target_os = "linux")]
mod imp {
    use std::io;

    use rustix::thread::{CpuSet, sched_setaffinity};

    pub fn pin_this_thread(core: usize) -> io::Result<()> {
        if core >= CpuSet::MAX_CPU {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no such core"));
        }
        let mut cores = CpuSet::new();
        cores.set(core);
        // No process number means the calling thread.
        Ok(sched_setaffinity(None, &cores)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use std::io;

    pub fn pin_this_thread(_: usize) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "only Linux lets us choose a core"))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_pinned_thread_is_on_its_core_and_a_missing_core_is_an_error() {
        let pinned = thread::spawn(|| pin_this_thread(0).map(|()| rustix::thread::sched_getcpu()));
        assert_eq!(pinned.join().expect("no panic").expect("there is a core 0"), 0);
        for missing in [1_000, usize::MAX] {
            assert!(pin_this_thread(missing).is_err());
        }
    }
}
