//! A client that waits for each answer, and notes it in the servers' own journal.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::ensure;
use ch00_workbench::Journal;

/// What it notes before it sends.
pub const SENDS: &str = "sends";

/// What it notes when it has the whole answer.
pub const HAS: &str = "has its answer";

/// What the names of clients' threads begin with.
pub const NAME: &str = "client";

/// How long a server may be silent: far longer than any message takes.
const STALL: Duration = Duration::from_secs(10);

/// Sends `messages` of `payload` bytes, one after the other, and checks every byte.
///
/// # Errors
/// What the system says, or an answer that is no echo.
pub fn talk(
    address: SocketAddr,
    messages: usize,
    payload: usize,
    journal: &Journal,
) -> anyhow::Result<()> {
    let mut stream = connect(address)?;
    let mut answer = vec![0; payload];
    for message in 0..messages {
        let request = vec![b'a' + (message % 26) as u8; payload];
        journal.say(|| SENDS.to_owned());
        stream.write_all(&request)?;
        stream.read_exact(&mut answer)?;
        journal.say(|| HAS.to_owned());
        ensure!(answer == request, "message {message} came back changed");
    }
    Ok(())
}

fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(STALL))?;
    Ok(stream)
}
