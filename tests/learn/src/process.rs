//! Runs a child process, bounded in time and in memory, and never leaves one behind.

mod group;
mod kept;

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

pub use group::kill_all;
pub use kept::{bytes_in_gap, gap};

use kept::Kept;

/// How often a child is asked whether it has ended.
const POLL: Duration = Duration::from_millis(5);

/// How long a finished child's pipes may stay open: a grandchild may have inherited them.
const PIPES_CLOSE: Duration = Duration::from_secs(2);

/// What a child left behind.
#[derive(Debug)]
pub struct Run {
    /// How it ended; nothing if it was killed because its time was up.
    pub status: Option<ExitStatus>,
    /// Its standard output, with the middle left out if it was too long.
    pub stdout: String,
    /// Its standard error, likewise.
    pub stderr: String,
}

impl Run {
    /// True if the child ended by itself with exit code 0.
    pub fn is_success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }
}

/// Runs `command` for at most `limit`, and keeps at most `cap` bytes of each of its streams.
///
/// The child leads a process group of its own, and the whole group goes when the time is up.
///
/// # Errors
///
/// The child cannot be started or waited for.
pub fn run(command: &mut Command, limit: Duration, cap: usize) -> io::Result<Run> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = group::spawn(command)?;
    let stdout = collect(child.stdout.take(), cap);
    let stderr = collect(child.stderr.take(), cap);
    let status = wait(&mut child, limit)?;
    let deadline = Instant::now() + PIPES_CLOSE;
    let streams = [stdout, stderr].map(|stream| text(&stream, deadline));
    if streams.iter().any(Option::is_none) {
        group::kill(child.id());
    }
    let [stdout, stderr] = streams.map(Option::unwrap_or_default);
    Ok(Run { status, stdout, stderr })
}

/// Waits for the child's end, and brings it about when the time is up.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(status) = group::reap(child)? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            group::kill(child.id());
            while group::reap(child)?.is_none() {
                thread::sleep(POLL);
            }
            return Ok(None);
        }
        thread::sleep(POLL);
    }
}

/// Reads a stream to its end on a thread of its own, so that the child never blocks on it.
fn collect(stream: Option<impl Read + Send + 'static>, cap: usize) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stream) = stream {
        thread::spawn(move || {
            let mut kept = Kept::new(cap);
            // An error ends the reading, as the end of the stream does.
            let _ = io::copy(&mut stream, &mut kept);
            // Nobody listens any more if a grandchild kept the stream open for too long.
            let _ = sender.send(kept.into_text());
        });
    }
    receiver
}

fn text(stream: &Receiver<String>, deadline: Instant) -> Option<String> {
    stream.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This test binary, told to run nothing but list itself.
    fn itself() -> Command {
        let mut command = Command::new(std::env::current_exe().expect("a test binary"));
        command.arg("--list");
        command
    }

    #[test]
    fn a_child_that_ends_hands_over_its_output() {
        let run = run(&mut itself(), Duration::from_secs(60), 1 << 20).expect("a child");
        assert!(run.is_success());
        assert!(run.stdout.contains("a_child_that_ends_hands_over_its_output"), "{run:?}");
    }

    #[test]
    fn a_long_output_is_cut_in_its_middle() {
        let run = run(&mut itself(), Duration::from_secs(60), 64).expect("a child");
        assert!(run.stdout.len() < 200 && run.stdout.contains("left out"), "{run:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_hung_child_goes_with_its_children() {
        let mut command = Command::new("sh");
        // The grandchild would keep the pipe open for a minute if it were left alive.
        command.args(["-c", "sleep 60 & echo started; wait"]);
        let started = Instant::now();
        let run = run(&mut command, Duration::from_millis(200), 1 << 10).expect("a child");
        assert!(run.status.is_none());
        assert_eq!(run.stdout, "started\n");
        assert!(started.elapsed() < Duration::from_secs(50));
    }
}
