//! What a process uses and may use: memory, descriptors, threads, processor time.

use std::io;
use std::time::Duration;

/// Memory of this process, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// Memory that is really there (resident set).
    pub resident: usize,
    /// Addresses that are reserved, whether or not anything was ever written there.
    pub reserved: usize,
}

/// Measures this process's memory; `None` where the system does not tell.
pub fn memory_use() -> Option<MemoryUse> {
    let stats = memory_stats::memory_stats()?;
    Some(MemoryUse { resident: stats.physical_mem, reserved: stats.virtual_mem })
}

/// Raises this process's limit on open descriptors as far as it is allowed to, and returns the
/// limit now in force. Many systems start programs with 256 or 1,024; each socket takes one.
pub fn raise_descriptor_limit() -> u64 {
    // An error means that the limit stays as it is, and that is what the caller then hears of.
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or(256)
}

/// Whether an error says that this process has no descriptor left. [`io::ErrorKind`] has no name for
/// it, and its number, `EMFILE`, is the same on Linux, macOS and the BSDs.
pub fn is_out_of_descriptors(error: &io::Error) -> bool {
    error.raw_os_error() == Some(if cfg!(windows) { 10024 } else { 24 })
}

/// What a process, this one or another, has used so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessUse {
    /// Threads that it has now.
    pub threads: usize,
    /// Descriptors that it has open now.
    pub descriptors: usize,
    /// Memory that it has now (resident set), in bytes.
    pub resident: usize,
    /// The most memory that it ever had, in bytes.
    pub peak_resident: usize,
    /// Processor time, its own and the kernel's on its behalf, of all its threads together.
    pub cpu: Duration,
}

/// Looks at the process with this number; `None` if it has ended, and on all systems but Linux.
pub fn process_use(id: u32) -> Option<ProcessUse> {
    imp::process_use(id)
}

#[cfg(target_os = "linux")]
mod imp {
    use super::ProcessUse;
    use std::{fs, time::Duration};

    /// The clock in which the kernel tells processor times to programs: always 100 ticks a second,
    /// whatever its own clock is (USER_HZ).
    const MILLISECONDS_PER_TICK: u64 = 10;

    pub fn process_use(id: u32) -> Option<ProcessUse> {
        let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let figure = |name: &str| -> Option<usize> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The program's name comes second, in brackets, and may hold anything; after it the fields
        // are plain. `utime` and `stime` are the 14th and 15th field, the 12th and 13th from there.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        let cpu = Duration::from_millis((ticks()? + ticks()?) * MILLISECONDS_PER_TICK);
        Some(ProcessUse {
            threads: figure("Threads:")?,
            descriptors: fs::read_dir(format!("/proc/{id}/fd")).ok()?.count(),
            resident: figure("VmRSS:")? * 1024,
            peak_resident: figure("VmHWM:")? * 1024,
            cpu,
        })
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use super::ProcessUse;

    pub fn process_use(_: u32) -> Option<ProcessUse> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_sees_its_own_use() {
        let own = process_use(std::process::id()).expect("Linux tells");
        assert!(own.threads >= 1 && own.descriptors >= 3, "{own:?}");
        assert!(own.resident > 100 * 1024 && own.peak_resident >= own.resident, "{own:?}");
        assert_eq!(process_use(u32::MAX), None, "no such process");
    }
}
