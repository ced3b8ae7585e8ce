//! The threads of this process, and what each waits in.

use std::fmt;

/// One thread as the operating system sees it.
#[derive(Clone, Debug)]
pub struct ThreadState {
    /// The thread's name; Linux keeps its first 15 bytes.
    pub name: String,
    /// What it does or waits in, in words.
    pub doing: String,
}

impl fmt::Display for ThreadState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<16} {}", self.name, self.doing)
    }
}

/// All threads of this process, in the order of their start.
///
/// Empty where the system does not tell, which is everywhere but on Linux.
pub fn of_this_process() -> Vec<ThreadState> {
    imp::threads().unwrap_or_default()
}

#[cfg(target_os = "linux")]
mod imp {
    use super::ThreadState;
    use std::{fs, io, path::Path};

    pub fn threads() -> io::Result<Vec<ThreadState>> {
        let mut ids = Vec::new();
        for task in fs::read_dir("/proc/self/task")? {
            ids.extend(task?.file_name().to_str().and_then(|id| id.parse::<u32>().ok()));
        }
        ids.sort_unstable();
        // A thread may end between the listing and this look: it is left out.
        Ok(ids.into_iter().filter_map(|id| thread(id).ok()).collect())
    }

    fn thread(id: u32) -> io::Result<ThreadState> {
        let folder = Path::new("/proc/self/task").join(id.to_string());
        let name = fs::read_to_string(folder.join("comm"))?.trim_end().to_owned();
        let place = fs::read_to_string(folder.join("wchan")).unwrap_or_default();
        Ok(ThreadState { name, doing: in_words(place.trim()) })
    }

    /// The kernel names the function a thread sleeps in; these are the ones a server meets.
    fn in_words(place: &str) -> String {
        let words = match place {
            "" | "0" => return "runs, or the system does not say".to_owned(),
            p if p.contains("futex") => "waits for a lock, a condition variable or a join",
            p if p.contains("accept") => "waits for a client (accept)",
            p if p.contains("sk_wait") || p.contains("wait_woken") => "waits for a socket",
            p if p.contains("poll") => "waits for an event (poll)",
            p if p.contains("nanosleep") => "sleeps",
            p if p.contains("pipe") => "waits for a pipe",
            p if p.contains("do_wait") => "waits for a child process",
            p => return format!("waits in the kernel's {p}"),
        };
        words.to_owned()
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use super::ThreadState;
    use std::io;

    pub fn threads() -> io::Result<Vec<ThreadState>> {
        Ok(Vec::new())
    }
}
