//! The peer that everybody knows: a task for each connection, on tokio.

use std::io;

use ch00_workbench::Work;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::{ACCEPT_PAUSE, Config, SMALL_BUFFER, grow};

/// The multi-thread runtime, with `config.threads` workers.
///
/// # Errors
/// If the runtime cannot be built, or nothing can be accepted at all.
pub fn run_on_many(listener: std::net::TcpListener, config: Config) -> io::Result<()> {
    let runtime =
        Builder::new_multi_thread().worker_threads(config.threads).enable_all().build()?;
    serve(&runtime, listener, config)
}

/// The runtime on the calling thread.
///
/// # Errors
/// As [`run_on_many`].
pub fn run_on_one(listener: std::net::TcpListener, config: Config) -> io::Result<()> {
    serve(&Builder::new_current_thread().enable_all().build()?, listener, config)
}

fn serve(runtime: &Runtime, listener: std::net::TcpListener, config: Config) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let mut tasks = JoinSet::new();
        let mut left = config.connections;
        while left != Some(0) {
            match listener.accept().await {
                Ok((stream, _)) => {
                    tasks.spawn(converse(stream, config.work.clone()));
                    left = left.map(|left| left - 1);
                }
                Err(_) => sleep(ACCEPT_PAUSE).await,
            }
            // Those that have ended are let go of.
            while tasks.try_join_next().is_some() {}
        }
        tasks.join_all().await;
        Ok(())
    })
}

/// Serves one client; an error is its own affair, and ends it.
async fn converse(mut stream: TcpStream, work: Work) {
    let _ = stream.set_nodelay(true);
    let _ = echo(&mut stream, &work).await;
}

async fn echo(stream: &mut TcpStream, work: &Work) -> io::Result<()> {
    let mut buffer = vec![0; SMALL_BUFFER];
    loop {
        let count = stream.read(&mut buffer).await?;
        if count == 0 {
            return stream.shutdown().await;
        }
        match work {
            Work::Sleep(time) => sleep(*time).await,
            work => work.run(&buffer[..count]),
        }
        stream.write_all(&buffer[..count]).await?;
        grow(&mut buffer, count);
    }
}
