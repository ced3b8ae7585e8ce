use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use ch01_thread_per_connection::accept::verdict;
use ch01_thread_per_connection::errno;

use super::*;

/// What the scripted listener answers, call by call; after that nobody waits.
#[derive(Clone, Default)]
struct Script(Arc<Mutex<Told>>);

#[derive(Default)]
struct Told {
    answers: VecDeque<io::Result<TcpStream>>,
    /// Calls of `accept`.
    asked: usize,
    /// Calls of `watch`.
    watched: usize,
}

impl Script {
    fn of(answers: impl IntoIterator<Item = io::Result<TcpStream>>) -> Script {
        let script = Script::default();
        script.0.lock().expect("no panic").answers.extend(answers);
        script
    }

    fn asked(&self) -> usize {
        self.0.lock().expect("no panic").asked
    }

    fn watched(&self) -> usize {
        self.0.lock().expect("no panic").watched
    }
}

impl Accept for Script {
    fn accept(&self) -> io::Result<TcpStream> {
        let mut told = self.0.lock().expect("no panic");
        told.asked += 1;
        told.answers.pop_front().unwrap_or_else(|| Err(ErrorKind::WouldBlock.into()))
    }
}

impl Watched for Script {
    fn watch(&self) -> io::Result<()> {
        self.0.lock().expect("no panic").watched += 1;
        Ok(())
    }
}

fn acceptor(script: &Script, ledger: &Arc<Ledger>) -> Acceptor {
    Acceptor::new(Box::new(script.clone()), Journal::off(), verdict, Arc::clone(ledger))
}

fn failed<T>(number: i32) -> io::Result<T> {
    Err(io::Error::from_raw_os_error(number))
}

/// Some connection. Its other end is gone, which is nothing to an acceptor.
fn client() -> io::Result<TcpStream> {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0)))?;
    TcpStream::connect(listener.local_addr()?)
}

/// Numbers of all that can be accepted at `now`.
fn accepted(acceptor: &mut Acceptor, now: Instant) -> Vec<u64> {
    let next = || acceptor.accept(now).expect("nothing fatal").map(|(number, _)| number);
    std::iter::from_fn(next).collect()
}

#[test]
fn one_event_may_stand_for_many_clients() {
    let script = Script::of((0..5).map(|_| client()));
    let mut acceptor = acceptor(&script, &Arc::default());
    assert_eq!(accepted(&mut acceptor, Instant::now()), [1, 2, 3, 4, 5]);
    assert_eq!(script.watched(), 1, "watched again once nobody waits any more");
}

#[test]
fn a_client_that_gave_up_costs_nobody_else() {
    let script = Script::of([failed(errno::ECONNABORTED), client(), failed(errno::EINTR)]);
    let ledger = Arc::default();
    let mut acceptor = acceptor(&script, &ledger);
    assert_eq!(accepted(&mut acceptor, Instant::now()), [1]);
    assert_eq!(ledger.so_far().1.accept_errors, 2);
    assert_eq!(acceptor.resume_at(), None, "there was no reason to pause");
}

/// Out of descriptors, the client stays at the head of the queue: only a pause helps.
#[test]
fn without_descriptors_attempts_are_few_however_often_it_is_asked() {
    let script = Script::of((0..1_000).map(|_| failed(errno::EMFILE)));
    let ledger = Arc::default();
    let mut acceptor = acceptor(&script, &ledger);
    let start = Instant::now();
    for millisecond in 0..10_000 {
        let now = start + Duration::from_millis(millisecond);
        assert_eq!(accepted(&mut acceptor, now), [0; 0]);
    }
    assert!(script.asked() <= 20, "{} attempts in ten seconds", script.asked());
    assert_eq!(ledger.so_far().1.accept_errors, script.asked() as u64);
    assert_eq!(script.watched(), 0, "the client that waits would be told of for ever");
}

#[test]
fn after_a_pause_it_goes_on_where_it_was() {
    let script = Script::of([failed(errno::EMFILE), client(), client()]);
    let mut acceptor = acceptor(&script, &Arc::default());
    let start = Instant::now();
    assert_eq!(accepted(&mut acceptor, start), [0; 0]);
    let resume = acceptor.resume_at().expect("a pause");
    assert_eq!(accepted(&mut acceptor, start), [0; 0], "not before the pause is over");
    assert_eq!(script.asked(), 1);
    assert_eq!(accepted(&mut acceptor, resume), [1, 2]);
    assert_eq!(acceptor.resume_at(), None, "watched again instead");
    assert_eq!(script.watched(), 1);
}

#[test]
fn nothing_but_failures_is_a_reason_to_pause_too() {
    let script = Script::of((0..1_000).map(|_| failed(errno::ECONNABORTED)));
    let mut acceptor = acceptor(&script, &Arc::default());
    assert_eq!(accepted(&mut acceptor, Instant::now()), [0; 0]);
    assert_eq!(script.asked(), FAILURES_A_CALL);
    assert!(acceptor.resume_at().is_some(), "others want to be served");
}

#[test]
fn an_unusable_listener_is_given_up() {
    let script = Script::of([failed(errno::EBADF)]);
    let mut acceptor = acceptor(&script, &Arc::default());
    let fatal = acceptor.accept(Instant::now()).expect_err("the listener is gone");
    assert_eq!(fatal.raw_os_error(), Some(errno::EBADF));
}

/// A descriptor that stands for a path and nothing else refuses every control call.
#[cfg(target_os = "linux")]
#[test]
fn a_stream_that_would_block_its_thread_costs_only_itself() {
    use std::fs::File;
    use std::os::fd::OwnedFd;
    use std::os::unix::fs::OpenOptionsExt;

    let path = File::options().read(true).custom_flags(libc::O_PATH).open("/").expect("a path");
    let script = Script::of([Ok(TcpStream::from(OwnedFd::from(path))), client()]);
    let ledger = Arc::default();
    let mut acceptor = acceptor(&script, &ledger);
    assert_eq!(accepted(&mut acceptor, Instant::now()), [1], "the next one comes");
    assert_eq!(ledger.so_far().1.accept_errors, 1);
}
