//! The small one: a task for each connection, on smol.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

use ch00_workbench::Work;
use smol::io::{AsyncReadExt, AsyncWriteExt};
use smol::{Async, Executor, Timer, future};

use super::{ACCEPT_PAUSE, Config, SMALL_BUFFER, grow};

/// Serves on `config.threads` threads, which all run the one executor.
///
/// # Errors
/// If there are no threads to be had, or the listener cannot be waited for.
pub fn run(listener: TcpListener, config: Config) -> io::Result<()> {
    let executor = Arc::new(Executor::new());
    for number in 1..config.threads {
        let executor = Arc::clone(&executor);
        thread::Builder::new().name(format!("executor-{number}")).spawn(move || {
            future::block_on(executor.run(future::pending::<()>()));
        })?;
    }
    let listener = Async::new(listener)?;
    future::block_on(executor.run(accept(&executor, &listener, &config)));
    Ok(())
}

async fn accept(executor: &Executor<'_>, listener: &Async<TcpListener>, config: &Config) {
    let mut left = config.connections;
    let mut last = Vec::new();
    while left != Some(0) {
        match listener.accept().await {
            Ok((stream, _)) => {
                let task = executor.spawn(converse(stream, config.work.clone()));
                // Whoever serves for ever forgets the task, which then lives by itself.
                match &mut left {
                    None => task.detach(),
                    Some(left) => {
                        *left -= 1;
                        last.push(task);
                    }
                }
            }
            Err(_) => drop(Timer::after(ACCEPT_PAUSE).await),
        }
    }
    for task in last {
        task.await;
    }
}

/// Serves one client; an error is its own affair, and ends it.
async fn converse(mut stream: Async<TcpStream>, work: Work) {
    let _ = stream.get_ref().set_nodelay(true);
    let _ = echo(&mut stream, &work).await;
}

async fn echo(stream: &mut Async<TcpStream>, work: &Work) -> io::Result<()> {
    let mut buffer = vec![0; SMALL_BUFFER];
    loop {
        let count = stream.read(&mut buffer).await?;
        if count == 0 {
            return stream.get_ref().shutdown(Shutdown::Write);
        }
        match work {
            Work::Sleep(time) => drop(Timer::after(*time).await),
            work => work.run(&buffer[..count]),
        }
        stream.write_all(&buffer[..count]).await?;
        grow(&mut buffer, count);
    }
}
