//! The threads of this process, and what each waits in.

/// One thread as the operating system sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadState {
    /// The thread's name, of which Linux keeps 15 bytes; with its id where two would read alike.
    pub name: String,
    /// What it does or waits in, in words.
    pub doing: String,
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
    use std::{fs, io, path::Path, process};

    /// What the caller does at the moment: nothing else could make the list.
    const LISTS: &str = "runs (it made this list)";

    pub fn threads() -> io::Result<Vec<ThreadState>> {
        let mut ids = Vec::new();
        for task in fs::read_dir("/proc/self/task")? {
            ids.extend(task?.file_name().to_str().and_then(|id| id.parse::<u32>().ok()));
        }
        ids.sort_unstable();
        // A thread may end between the listing and this look: it is left out.
        let threads = ids.into_iter().filter_map(|id| Some((id, thread(id).ok()?)));
        Ok(told_apart(threads.collect()))
    }

    fn thread(id: u32) -> io::Result<ThreadState> {
        let folder = Path::new("/proc/self/task").join(id.to_string());
        let name = match id == process::id() {
            // The kernel calls it by the program's name.
            true => "main".to_owned(),
            false => fs::read_to_string(folder.join("comm"))?.trim_end().to_owned(),
        };
        let doing = if fs::read_link("/proc/thread-self")?.ends_with(id.to_string()) {
            LISTS.to_owned()
        } else {
            let place = fs::read_to_string(folder.join("wchan")).unwrap_or_default();
            let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
            in_words(place.trim(), state(&stat))
        };
        Ok(ThreadState { name, doing })
    }

    /// The state's letter in a line such as `12 (worker-1) R 1 …`; the name may hold anything.
    fn state(stat: &str) -> Option<char> {
        stat.rsplit_once(") ")?.1.chars().next()
    }

    /// The kernel names the function a thread sleeps in; these are the ones a server meets.
    fn in_words(place: &str, state: Option<char>) -> String {
        let words = match place {
            "" | "0" if state == Some('R') => "runs (spins or computes)",
            "" | "0" => "runs, or the system does not say",
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

    /// Adds its id to each name that another thread has too, as names that were cut often do.
    fn told_apart(threads: Vec<(u32, ThreadState)>) -> Vec<ThreadState> {
        let names: Vec<String> = threads.iter().map(|(_, thread)| thread.name.clone()).collect();
        let alike = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        let told = threads.into_iter().map(|(id, thread)| match alike(&thread.name) {
            true => ThreadState { name: format!("{} ({id})", thread.name), ..thread },
            false => thread,
        });
        told.collect()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_state_is_read_past_any_name() {
            assert_eq!(state("12 (worker-1) R 1 2"), Some('R'));
            assert_eq!(state("12 (a) b) (c) S 1 2"), Some('S'));
            assert_eq!(state(""), None);
        }

        #[test]
        fn only_a_thread_that_runs_is_said_to_run() {
            assert_eq!(in_words("0", Some('R')), "runs (spins or computes)");
            assert_eq!(in_words("0", Some('S')), "runs, or the system does not say");
            assert_eq!(in_words("", None), "runs, or the system does not say");
            assert!(in_words("futex_wait_queue", Some('S')).starts_with("waits for a lock"));
        }

        #[test]
        fn names_that_read_alike_get_their_ids() {
            let thread = |name: &str| ThreadState { name: name.to_owned(), doing: String::new() };
            let cut = "connection-work";
            let told = told_apart(vec![(7, thread("main")), (8, thread(cut)), (9, thread(cut))]);
            let names: Vec<_> = told.iter().map(|thread| thread.name.as_str()).collect();
            assert_eq!(names, ["main", "connection-work (8)", "connection-work (9)"]);
        }
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
