//! One run of this very test binary as a child: bounded in time and in memory.

use std::env;
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How much of each stream is kept. A failure's story is far shorter; a mistake may print forever.
const KEPT_BYTES: u64 = 256 * 1024;

/// How often the child is asked whether it has ended.
const POLL: Duration = Duration::from_millis(5);

/// How a child ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// With exit code 0.
    Passed,
    /// With any other code, or by a signal.
    Failed,
    /// Not by itself.
    Killed,
}

/// What a child left behind.
pub(crate) struct Output {
    /// How it ended.
    pub(crate) end: End,
    /// Standard output, then standard error, each cut after [`KEPT_BYTES`].
    pub(crate) text: String,
}

/// Runs this executable with these variables set, for at most `limit`.
pub(crate) fn run(variables: &[(&str, &str)], limit: Duration) -> io::Result<Output> {
    let mut child = Command::new(env::current_exe()?)
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let readers = [
        child.stdout.take().map(|stream| thread::spawn(|| read(stream))),
        child.stderr.take().map(|stream| thread::spawn(|| read(stream))),
    ];
    let end = wait(&mut child, limit)?;
    let texts = readers.into_iter().flatten().map(|reader| reader.join().unwrap_or_default());
    Ok(Output { end, text: texts.collect() })
}

/// Waits for the child's end, and brings it about when the time is up.
fn wait(child: &mut Child, limit: Duration) -> io::Result<End> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() { End::Passed } else { End::Failed });
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(End::Killed);
        }
        thread::sleep(POLL);
    }
}

/// Keeps the start of a stream and reads the rest away, so that the child never blocks on it.
fn read(mut stream: impl Read) -> String {
    let mut kept = Vec::new();
    // An error ends the reading, as the end of the stream does: the text so far is what there is.
    let _ = stream.by_ref().take(KEPT_BYTES).read_to_end(&mut kept);
    let _ = io::copy(&mut stream, &mut io::sink());
    String::from_utf8_lossy(&kept).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_kept_up_to_the_cap_and_read_to_its_end() {
        let mut endless = io::repeat(b'x').take(KEPT_BYTES * 3);
        assert_eq!(read(&mut endless).len() as u64, KEPT_BYTES);
        assert_eq!(endless.limit(), 0);
    }
}
