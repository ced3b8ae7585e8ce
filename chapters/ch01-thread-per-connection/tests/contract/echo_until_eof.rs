//! What exercise 1.1 must keep: every byte comes back, whatever the stream does in between.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::Duration;

use ch00_workbench::{Client, Journal, within};

use super::echo_until_eof::echo_until_eof;

const LIMIT: Duration = Duration::from_secs(5);

/// A stream that answers each call as its script says, and keeps what was written.
#[derive(Default)]
struct Scripted {
    /// What each read brings; after the last one, the end.
    reads: Vec<io::Result<&'static [u8]>>,
    /// What each write takes at most, or fails with; after the last one, everything.
    writes: Vec<io::Result<usize>>,
    written: Vec<u8>,
    most_asked_for: usize,
}

impl Scripted {
    fn new(
        reads: impl IntoIterator<Item = io::Result<&'static [u8]>>,
        writes: impl IntoIterator<Item = io::Result<usize>>,
    ) -> Scripted {
        let mut reads: Vec<_> = reads.into_iter().collect();
        let mut writes: Vec<_> = writes.into_iter().collect();
        reads.reverse();
        writes.reverse();
        Scripted { reads, writes, ..Scripted::default() }
    }
}

impl Read for Scripted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.most_asked_for = self.most_asked_for.max(buffer.len());
        let bytes = self.reads.pop().unwrap_or(Ok(b""))?;
        let (now, later) = bytes.split_at(bytes.len().min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        if !later.is_empty() {
            self.reads.push(Ok(later));
        }
        Ok(now.len())
    }
}

impl Write for Scripted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.writes.pop().unwrap_or(Ok(bytes.len()))?.min(bytes.len());
        self.written.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn write_all(&mut self, _: &[u8]) -> io::Result<()> {
        panic!("this stream has no write_all: the loop inside it is the exercise");
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn echo(stream: &mut Scripted) -> io::Result<u64> {
    within(LIMIT, || echo_until_eof(stream, &mut |_| {}))
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn every_byte_comes_back_in_order() {
    let mut stream = Scripted::new([Ok(&b"one "[..]), Ok(b"two "), Ok(b"three")], []);
    let echoed = echo(&mut stream).expect("no error in this script");
    assert_eq!(String::from_utf8_lossy(&stream.written), "one two three");
    assert_eq!(echoed, 13, "the number of bytes echoed");
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn short_writes_are_finished() {
    let mut stream = Scripted::new([Ok(&b"abcdefgh"[..]), Ok(b"ij")], [Ok(3), Ok(1), Ok(2)]);
    let echoed = echo(&mut stream).expect("no error in this script");
    assert_eq!(
        String::from_utf8_lossy(&stream.written),
        "abcdefghij",
        "a write took only some of the bytes; the rest is still owed"
    );
    assert_eq!(echoed, 10, "the number of bytes echoed");
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn interrupted_calls_are_made_again() {
    let interrupted = || ErrorKind::Interrupted.into();
    let reads = [Err(interrupted()), Ok(&b"hello"[..]), Err(interrupted()), Ok(b"!")];
    let mut stream = Scripted::new(reads, [Err(interrupted()), Ok(2), Err(interrupted())]);
    let echoed = echo(&mut stream);
    assert!(echoed.is_ok(), "a signal is no end and no error, but the loop gave {echoed:?}");
    assert_eq!(
        String::from_utf8_lossy(&stream.written),
        "hello!",
        "an interrupted call did nothing: make it again"
    );
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn a_write_that_takes_nothing_is_an_error() {
    let mut stream = Scripted::new([Ok(&b"hello"[..])], [Ok(2), Ok(0), Ok(0), Ok(0)]);
    let outcome = echo(&mut stream).map_err(|error| error.kind());
    let expected = Err(ErrorKind::WriteZero);
    assert_eq!(outcome, expected, "a write took nothing: the stream is finished");
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn errors_are_handed_on() {
    let reset = || ErrorKind::ConnectionReset.into();
    let error = echo(&mut Scripted::new([Ok(&b"hello"[..]), Err(reset())], []));
    let error = error.expect_err("the read failed: that is no orderly end");
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
    let error = echo(&mut Scripted::new([Ok(&b"hello"[..])], [Err(ErrorKind::BrokenPipe.into())]));
    let error = error.expect_err("the write failed: nothing more can be echoed");
    assert_eq!(error.kind(), ErrorKind::BrokenPipe);
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn each_request_is_told_before_it_is_answered() {
    let mut stream = Scripted::new([Ok(&b"hello"[..]), Ok(b"again")], []);
    let mut told = Vec::new();
    within(LIMIT, || {
        echo_until_eof(&mut stream, &mut |request| {
            told.push(String::from_utf8_lossy(request).into_owned());
        })
    })
    .expect("no error in this script");
    let expected = "on_request gets each request once, and only its bytes";
    assert_eq!(told.concat(), "helloagain", "{expected}");
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn the_memory_for_one_client_is_bounded() {
    let mut stream = Scripted::new([Ok(&b"hello"[..])], []);
    echo(&mut stream).expect("no error in this script");
    assert!((1..=64 * 1024).contains(&stream.most_asked_for), "reads of {}", stream.most_asked_for);
}

#[test]
#[cfg_attr(
    waiting = "echo_until_eof",
    ignore = "exercise 1.1 waits for you in src/exercises/echo_until_eof.rs"
)]
fn a_half_closed_socket_gets_its_mebibyte_back() {
    let sent: Vec<u8> = (0..1024 * 1024_u32).map(|index| (index % 251) as u8).collect();
    let received = within(LIMIT, || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            echo_until_eof(&mut stream, &mut |_| {})
        });
        let client = Client::connect(address, "client", &Journal::off()).expect("a server");
        let received = client.exchange_all(&sent).expect("an echo");
        server.join().expect("no panic").expect("no error");
        received
    });
    assert!(received == sent, "{} of {} bytes came back right", received.len(), sent.len());
}
