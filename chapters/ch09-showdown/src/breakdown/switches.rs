//! How often the server's threads have had to wait: the threads of this process but the clients'.

use super::client;

/// Voluntary context switches so far; `None` on all systems but Linux.
pub fn of_the_servers_threads() -> Option<u64> {
    imp::voluntary(client::NAME)
}

#[cfg(target_os = "linux")]
mod imp {
    use std::fs;

    pub fn voluntary(but: &str) -> Option<u64> {
        let mut sum = 0;
        for task in fs::read_dir("/proc/self/task").ok()?.flatten() {
            // A thread may end between the listing and this look: its part is lost.
            let Ok(status) = fs::read_to_string(task.path().join("status")) else { continue };
            let figure = |name: &str| {
                let line = status.lines().find_map(|line| line.strip_prefix(name))?;
                Some(line.trim().to_owned())
            };
            if figure("Name:").is_some_and(|name| !name.starts_with(but)) {
                let switches = figure("voluntary_ctxt_switches:");
                sum += switches.and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
            }
        }
        Some(sum)
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    pub fn voluntary(_: &str) -> Option<u64> {
        None
    }
}
