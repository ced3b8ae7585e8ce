//! A client that waits for nothing longer than it is told to.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use socket2::{Domain, SockRef, Socket, Type};

use crate::expected::{NO_ANSWER, NOT_SERVED, patience};

/// What a client asks of its own system for a socket whose buffers are tiny; the system rounds up.
const TINY_BYTES: usize = 4096;

/// A connection to a server under test.
pub struct Client {
    /// Its socket, for what only one case does.
    pub stream: TcpStream,
}

/// How a client missed its answer.
#[derive(Debug)]
pub enum Miss {
    /// The connection ended, or was reset, before the answer had come.
    TurnedAway(String),
    /// Nothing came for so long.
    NoAnswer(Duration),
    /// Something else came.
    Wrong(String),
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Miss::TurnedAway(how) => write!(f, "{NOT_SERVED}: {how}"),
            Miss::NoAnswer(limit) => write!(f, "{NO_ANSWER} within {limit:?}"),
            Miss::Wrong(what) => write!(f, "got a wrong answer: {what}"),
        }
    }
}

impl std::error::Error for Miss {}

impl From<io::Error> for Miss {
    fn from(error: io::Error) -> Miss {
        match error.kind() {
            ErrorKind::UnexpectedEof => Miss::TurnedAway("the connection has ended".to_owned()),
            _ => Miss::TurnedAway(error.to_string()),
        }
    }
}

impl Client {
    /// Connects. The system does that: the server need not have accepted it yet.
    pub fn connect(address: SocketAddr) -> Result<Client> {
        let stream =
            TcpStream::connect_timeout(&address, patience()).context("a client connects")?;
        Client::over(stream)
    }

    /// Connects with socket buffers as small as the system allows.
    pub fn connect_tiny(address: SocketAddr) -> Result<Client> {
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
        // Before the connection is made: its window is agreed on then.
        socket.set_recv_buffer_size(TINY_BYTES)?;
        socket.set_send_buffer_size(TINY_BYTES)?;
        socket.connect_timeout(&address.into(), patience()).context("a client connects")?;
        Client::over(socket.into())
    }

    /// `number` clients at once.
    pub fn connect_many(address: SocketAddr, number: usize) -> Result<Vec<Client>> {
        (0..number).map(|_| Client::connect(address)).collect()
    }

    fn over(stream: TcpStream) -> Result<Client> {
        stream.set_read_timeout(Some(patience()))?;
        stream.set_write_timeout(Some(patience()))?;
        stream.set_nodelay(true)?;
        Ok(Client { stream })
    }

    /// Sends all of it.
    ///
    /// # Errors
    /// If the connection is broken, or takes nothing for [`patience`].
    pub fn send(&self, bytes: &[u8]) -> Result<(), Miss> {
        (&self.stream).write_all(bytes).map_err(Miss::from)
    }

    /// Receives exactly `expected`, with pauses of at most `limit`.
    ///
    /// # Errors
    /// How it was missed.
    pub fn receive(&self, expected: &[u8], limit: Duration) -> Result<(), Miss> {
        self.stream.set_read_timeout(Some(limit))?;
        let mut answer = vec![0; expected.len()];
        match (&self.stream).read_exact(&mut answer) {
            Ok(()) if answer == expected => Ok(()),
            Ok(()) => Err(Miss::Wrong(differing(expected, &answer))),
            Err(error) if is_timeout(&error) => Err(Miss::NoAnswer(limit)),
            Err(error) => Err(Miss::from(error)),
        }
    }

    /// Sends `request`, and receives it back.
    ///
    /// # Errors
    /// How it was missed.
    pub fn ask(&self, request: &str, limit: Duration) -> Result<(), Miss> {
        self.send(request.as_bytes())?;
        self.receive(request.as_bytes(), limit)
    }

    /// Says that it has nothing more to say; it still reads.
    pub fn half_close(&self) -> Result<()> {
        self.stream.shutdown(Shutdown::Write).context("a client half-closes")
    }

    /// Waits for the server's end, and nothing before it.
    pub fn expect_end(&self) -> Result<()> {
        self.stream.set_read_timeout(Some(patience()))?;
        match (&self.stream).read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => bail!("a client got more than it was owed"),
            Err(error) if is_timeout(&error) => {
                bail!("the server did not end a connection within {:?}", patience())
            }
            Err(error) => Err(error).context("a client waits for the end"),
        }
    }

    /// Half-closes and waits for the server's end.
    pub fn finish(self) -> Result<()> {
        self.half_close()?;
        self.expect_end()
    }

    /// Cuts the connection with an RST, as a client does that has crashed.
    pub fn reset(self) -> Result<()> {
        SockRef::from(&self.stream).set_linger(Some(Duration::ZERO)).context("a client resets")
    }
}

/// Whether a read or a write took too long; the systems disagree about which of the two it is.
pub fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// Where two texts of one length begin to differ.
fn differing(expected: &[u8], answer: &[u8]) -> String {
    let at = expected.iter().zip(answer).take_while(|(left, right)| left == right).count();
    let after = |bytes: &[u8]| String::from_utf8_lossy(&bytes[at..]).chars().take(20).collect();
    let (expected, answer): (String, String) = (after(expected), after(answer));
    format!("from byte {at} on `{answer}` where `{expected}` was expected")
}
