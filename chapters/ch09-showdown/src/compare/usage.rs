//! What a server has used so far, as the system counts it.

use std::time::Duration;

/// What a process has used, all its living threads together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Processor time, true to the nanosecond where the process is at rest.
    pub cpu: Duration,
    /// Times that a thread has given up its core because it had to wait.
    pub voluntary: u64,
    /// Times that the scheduler has taken the core from a thread that wanted to go on.
    pub involuntary: u64,
    /// Threads now.
    pub threads: usize,
    /// Memory that is really there now (resident set), in bytes.
    pub resident: u64,
}

impl Usage {
    /// Looks at the process with this number; `None` if it has ended, and on all systems but Linux.
    pub fn of(id: u32) -> Option<Usage> {
        imp::of(id)
    }

    /// What was used from `before` to this: threads and memory are those of now.
    pub fn since(&self, before: &Usage) -> Usage {
        Usage {
            cpu: self.cpu.saturating_sub(before.cpu),
            voluntary: self.voluntary.saturating_sub(before.voluntary),
            involuntary: self.involuntary.saturating_sub(before.involuntary),
            ..*self
        }
    }
}

#[cfg(target_os = "linux")]
mod imp {
    use std::fs;
    use std::time::Duration;

    use super::Usage;

    pub fn of(id: u32) -> Option<Usage> {
        let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
        let resident = figure(&status, "VmRSS:")? * 1024;
        let mut usage = Usage { resident, ..Usage::default() };
        for task in fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
            let read = |name| fs::read_to_string(task.path().join(name)).ok();
            // A thread may end between the listing and this look: its part is lost.
            let (Some(status), Some(times)) = (read("status"), read("schedstat")) else { continue };
            let on_a_core = times.split_whitespace().next().and_then(|ns| ns.parse().ok());
            usage.cpu += Duration::from_nanos(on_a_core.unwrap_or(0));
            usage.voluntary += figure(&status, "voluntary_ctxt_switches:").unwrap_or(0);
            usage.involuntary += figure(&status, "nonvoluntary_ctxt_switches:").unwrap_or(0);
            usage.threads += 1;
        }
        Some(usage)
    }

    fn figure(status: &str, name: &str) -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use super::Usage;

    pub fn of(_: u32) -> Option<Usage> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_grows_with_use() {
        let own = std::process::id();
        let before = Usage::of(own).expect("Linux tells");
        let mut sum = 0_u64;
        while Usage::of(own).expect("Linux tells").since(&before).cpu < Duration::from_millis(5) {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(before.threads >= 1 && before.resident > 100 * 1024, "{before:?}");
        assert_eq!(Usage::of(u32::MAX), None, "no such process");
    }
}
