//! A server that stands still once, as one does that collects garbage, or waits for a disk.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;
use std::time::Duration;

/// Starts a server for one client; after `before` messages it pauses. Returns where it listens.
///
/// # Errors
/// If there is no port or no thread to be had.
pub fn start(before: usize, pause: Duration) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::Builder::new()
        .name("pausing".to_owned())
        .spawn(move || serve(listener, before, pause))?;
    Ok(address)
}

fn serve(listener: TcpListener, before: usize, pause: Duration) -> io::Result<()> {
    let (mut stream, _) = listener.accept()?;
    stream.set_nodelay(true)?;
    let mut buffer = [0; 1024];
    for message in 0.. {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            break;
        }
        if message == before {
            thread::sleep(pause);
        }
        stream.write_all(&buffer[..count])?;
    }
    Ok(())
}
