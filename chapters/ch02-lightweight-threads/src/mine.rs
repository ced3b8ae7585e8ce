//! The learner's answers as parts of the server.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ch01_thread_per_connection::spawn::OsThreads;
use ch02_lightweight_threads::echo::{Echo, boxed};
use ch02_lightweight_threads::exercises::async_echo::echo_until_eof;
use ch02_lightweight_threads::exercises::idle_timeout::read_or_idle;
use ch02_lightweight_threads::exercises::off_load::off_load;
use ch02_lightweight_threads::handler::{Handle, Handler, Manner};
use ch02_lightweight_threads::stream::Watched;
use smol::Timer;
use smol::io::AsyncWriteExt;

/// Calls that may block at the same time, each on a thread of its own.
const MOST_BLOCKING: usize = 256;

/// Exercise 2.1's echo loop.
pub fn echo() -> Echo {
    boxed(|stream, handler| Box::pin(echo_until_eof(stream, handler)))
}

/// An echo loop that waits for each request with exercise 2.2's race.
pub fn echo_unless_idle(limit: Duration) -> Echo {
    boxed(move |stream, handler| Box::pin(until_idle(stream, handler, limit)))
}

async fn until_idle(stream: &mut Watched, handler: &Handler, limit: Duration) -> io::Result<u64> {
    let mut buffer = vec![0; 1024];
    let mut echoed = 0;
    loop {
        match read_or_idle(stream, &mut buffer, Timer::after(limit)).await? {
            None => return Err(io::Error::new(io::ErrorKind::TimedOut, "the client was silent")),
            Some(0) => return Ok(echoed),
            Some(length) => {
                handler.handle(&buffer[..length]).await;
                stream.write_all(&buffer[..length]).await?;
                echoed += length as u64;
            }
        }
    }
}

/// Exercise 2.3's way of keeping blocking calls off the executor.
pub fn off_loads() -> Manner {
    let threads = Arc::new(OsThreads { most: Some(MOST_BLOCKING), ..OsThreads::default() });
    Manner::OffLoads(Arc::new(move |call| {
        // The call begins here and now, whenever it is awaited.
        let done = off_load(&*threads, call);
        Box::pin(async move {
            let no_thread = |error: io::Error| {
                io::Error::new(error.kind(), format!("no thread for the blocking call: {error}"))
            };
            done.await.map_err(no_thread)
        })
    }))
}
