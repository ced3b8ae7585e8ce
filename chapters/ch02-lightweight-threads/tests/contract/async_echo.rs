//! What exercise 2.1 must keep: every byte comes back, and no client keeps the thread to itself.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use ch00_workbench::{Client, Journal, within};
use ch02_lightweight_threads::handler::Handle;
use ch02_lightweight_threads::scripted::Scripted;
use smol::Async;

use super::async_echo::{TURN, echo_until_eof};

const LIMIT: Duration = Duration::from_secs(5);

/// A stream that ends after `reads`, and of which no step has to wait.
fn scripted(
    reads: impl IntoIterator<Item = io::Result<&'static [u8]>>,
    writes: impl IntoIterator<Item = io::Result<usize>>,
) -> Scripted {
    let writes = writes.into_iter().map(Some).collect();
    Scripted { writes, ..Scripted::ending(reads.into_iter().map(Some)) }
}

/// Keeps the requests it was handed.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Told {
    fn count(&self) -> usize {
        self.0.lock().expect("no panic under this lock").len()
    }
}

impl Handle for Told {
    async fn handle(&self, request: &[u8]) {
        let request = String::from_utf8_lossy(request).into_owned();
        self.0.lock().expect("no panic under this lock").push(request);
    }
}

/// Counts how often it is woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Polls by hand until the echo has ended; `after_poll` is called after each poll.
fn echo_step_by_step(
    stream: &mut Scripted,
    told: &Told,
    mut after_poll: impl FnMut(),
) -> io::Result<u64> {
    within(LIMIT, || {
        let woken = Arc::new(Woken::default());
        let waker = Waker::from(Arc::clone(&woken));
        let mut echo = pin!(echo_until_eof(stream, told));
        loop {
            let polled = echo.as_mut().poll(&mut Context::from_waker(&waker));
            after_poll();
            if let Poll::Ready(result) = polled {
                return result;
            }
            let wakes = woken.0.swap(0, Ordering::Relaxed);
            assert!(wakes > 0, "it waits for nothing, and nobody will ever wake it");
        }
    })
}

fn echo(stream: &mut Scripted) -> io::Result<u64> {
    echo_step_by_step(stream, &Told::default(), || {})
}

#[test]
#[cfg_attr(
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn every_byte_comes_back_in_order() {
    let mut stream = scripted([Ok(&b"one "[..]), Ok(b"two "), Ok(b"three")], []);
    stream.reads.insert(1, None);
    stream.writes.push_back(None);
    let echoed = echo(&mut stream).expect("no error in this script");
    assert_eq!(String::from_utf8_lossy(&stream.written), "one two three");
    assert_eq!(echoed, 13, "the number of bytes echoed");
}

#[test]
#[cfg_attr(
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn short_writes_are_finished() {
    let mut stream = scripted([Ok(&b"abcdefgh"[..]), Ok(b"ij")], [Ok(3), Ok(1), Ok(2)]);
    stream.writes.insert(1, None);
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
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn interrupted_calls_are_made_again() {
    let interrupted = || ErrorKind::Interrupted.into();
    let reads = [Err(interrupted()), Ok(&b"hello"[..]), Err(interrupted()), Ok(b"!")];
    let mut stream = scripted(reads, [Err(interrupted()), Ok(2), Err(interrupted())]);
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
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn a_write_that_takes_nothing_is_an_error() {
    let mut stream = scripted([Ok(&b"hello"[..])], [Ok(2), Ok(0), Ok(0), Ok(0)]);
    let outcome = echo(&mut stream).map_err(|error| error.kind());
    let expected = Err(ErrorKind::WriteZero);
    assert_eq!(outcome, expected, "a write took nothing: the stream is finished");
}

#[test]
#[cfg_attr(
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn errors_are_handed_on() {
    let reset = || ErrorKind::ConnectionReset.into();
    let error = echo(&mut scripted([Ok(&b"hello"[..]), Err(reset())], []));
    let error = error.expect_err("the read failed: that is no orderly end");
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
    let error = echo(&mut scripted([Ok(&b"hello"[..])], [Err(ErrorKind::BrokenPipe.into())]));
    let error = error.expect_err("the write failed: nothing more can be echoed");
    assert_eq!(error.kind(), ErrorKind::BrokenPipe);
}

#[test]
#[cfg_attr(
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn each_request_is_handled_once() {
    let mut stream = scripted([Ok(&b"hello"[..]), Ok(b"again")], []);
    let told = Told::default();
    echo_step_by_step(&mut stream, &told, || {}).expect("no error in this script");
    let told = told.0.into_inner().expect("no panic under this lock");
    assert_eq!(told, ["hello", "again"], "each request once, and only its bytes");
}

#[test]
#[cfg_attr(
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn a_client_without_pause_does_not_keep_the_thread() {
    // No step of this script ever waits: only the loop itself can give its thread away.
    let mut stream = scripted((0..10 * TURN).map(|_| Ok(&b"x"[..])), []);
    let (told, mut before) = (Told::default(), 0);
    let echoed = echo_step_by_step(&mut stream, &told, || {
        let answered = told.count() - before;
        before = told.count();
        assert!(
            answered <= TURN as usize,
            "{answered} requests in one turn, at most {TURN} are allowed: a task that never gives way \
             keeps all others waiting"
        );
    });
    assert_eq!(echoed.expect("no error in this script"), u64::from(10 * TURN));
}

#[test]
#[cfg_attr(
    waiting = "async_echo",
    ignore = "exercise 2.1 waits for you in src/exercises/async_echo.rs"
)]
fn a_half_closed_socket_gets_its_mebibyte_back() {
    let sent: Vec<u8> = (0..1024 * 1024_u32).map(|index| (index % 251) as u8).collect();
    let received = within(LIMIT, || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let server = thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a client");
            let mut stream = Async::new(stream).expect("a reactor");
            smol::block_on(echo_until_eof(&mut stream, &Told::default()))
        });
        let client = Client::connect(address, "client", &Journal::off()).expect("a server");
        let received = client.exchange_all(&sent).expect("an echo");
        server.join().expect("no panic").expect("no error");
        received
    });
    assert!(received == sent, "{} of {} bytes came back right", received.len(), sent.len());
}
