//! The handle set: who is told of what, and who can run a handler.

use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use ch00_workbench::within;
use ch01_thread_per_connection::report::Outcome;
use ch05_two_phase_termination::StopHandle;
use ch06_half_sync_half_reactive::demultiplexer::{Interest, Ready, Registered, Trigger};
use ch08_leader_followers::Config;
use ch08_leader_followers::context::Context;
use ch08_leader_followers::event_handler::{EventHandler, Next, Task};
use ch08_leader_followers::service::Service;
use ch08_leader_followers::tools::Tools;

const LIMIT: Duration = Duration::from_secs(60);

/// A handler that counts its calls, and does as it is told.
struct Counts {
    stream: Registered<TcpStream>,
    calls: Arc<AtomicUsize>,
    next: Next,
    due: Option<Instant>,
}

impl EventHandler for Counts {
    fn handle_event(&mut self, _: Ready, _: &Context, _: &mut [u8]) -> Next {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.due = None;
        self.next
    }

    fn rearm(&self, interest: Interest) -> io::Result<()> {
        self.stream.rearm(interest)
    }

    fn due(&self) -> Option<Instant> {
        self.due
    }

    fn finish(&mut self) -> Next {
        Next::Close(Outcome::Refused)
    }

    fn close(self: Box<Self>, _: Outcome, _: &Context) {}
}

fn context() -> Context {
    let (config, stop) = (Config::default(), StopHandle::new());
    let service = Service { config, stop, ledger: Arc::default() };
    Context::new(service).expect("descriptors")
}

/// A handle in the set, the client behind it, and the count of its handler's calls.
fn handle(
    context: &Context,
    next: Next,
    due: Option<Instant>,
) -> (usize, TcpStream, Arc<AtomicUsize>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let client = TcpStream::connect(listener.local_addr().expect("bound")).expect("it listens");
    let (stream, _) = listener.accept().expect("a client");
    stream.set_nonblocking(true).expect("any socket can");
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let key = context.handles.register_handle(|demultiplexer, key| {
        let stream = demultiplexer.register(stream, key, Interest::READ, Trigger::Oneshot)?;
        Ok(Box::new(Counts { stream, calls: counted, next, due }))
    });
    (key.expect("room"), client, calls)
}

/// Waits for an event as the leader.
fn next_task(context: &Context, tools: &mut Tools) -> Task {
    within(LIMIT, || context.next_task(tools, || false)).expect("not closed")
}

#[test]
fn a_handle_that_is_out_is_given_to_nobody_else() {
    let (context, mut tools) = (context(), Tools::new());
    let (key, mut client, calls) = handle(&context, Next::Watch(Interest::READ), None);
    client.write_all(b"a").expect("open");
    let task = next_task(&context, &mut tools);
    assert_eq!(task.key, key);
    assert!(context.handles.deactivate_handle(task.ready).is_none(), "it is out");
    context.process(task, &mut tools);
    // It is back, and its byte was not read: the system tells of it again.
    let again = next_task(&context, &mut tools);
    assert_eq!((again.key, calls.load(Ordering::SeqCst)), (key, 1));
}

#[test]
fn an_event_for_a_handle_that_has_gone_reaches_no_newcomer() {
    let (context, mut tools) = (context(), Tools::new());
    let (old, mut client, _) = handle(&context, Next::Close(Outcome::Refused), None);
    client.write_all(b"a").expect("open");
    let task = next_task(&context, &mut tools);
    let late = task.ready;
    context.process(task, &mut tools);
    // The newcomer gets the same place, and most likely the same descriptor.
    let (new, _client, calls) = handle(&context, Next::Watch(Interest::READ), None);
    assert_ne!(old, new);
    assert!(context.handles.deactivate_handle(late).is_none(), "its key fits nothing");
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[test]
fn a_handle_that_comes_while_the_leader_waits_is_seen() {
    let context = context();
    thread::scope(|scope| {
        let leader = scope.spawn(|| next_task(&context, &mut Tools::new()).key);
        let (key, mut client, _) = handle(&context, Next::Rest, None);
        client.write_all(b"a").expect("open");
        assert_eq!(leader.join().expect("it does not panic"), key);
    });
}

#[test]
fn a_due_time_that_comes_while_the_leader_waits_is_kept() {
    let context = context();
    thread::scope(|scope| {
        let leader = scope.spawn(|| next_task(&context, &mut Tools::new()));
        let soon = Instant::now() + Duration::from_millis(50);
        let (key, _client, _) = handle(&context, Next::Rest, Some(soon));
        let task = leader.join().expect("it does not panic");
        assert_eq!(task.key, key);
        assert!(!task.ready.readable && !task.ready.writable, "nothing has happened");
        assert!(Instant::now() >= soon, "not before it is due");
    });
}

#[test]
fn a_handler_that_rests_is_called_when_it_is_roused_even_if_it_was_out() {
    let (context, mut tools) = (context(), Tools::new());
    let (key, mut client, calls) = handle(&context, Next::Rest, None);
    client.write_all(b"a").expect("open");
    let task = next_task(&context, &mut tools);
    context.handles.rouse(key); // while it is out
    context.process(task, &mut tools);
    let task = next_task(&context, &mut tools);
    context.process(task, &mut tools);
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    context.handles.rouse(key); // while it rests
    assert_eq!(next_task(&context, &mut tools).key, key);
}

#[test]
fn a_second_leader_is_found_at_the_look_out() {
    let context = context();
    thread::scope(|scope| {
        let (ended, ends) = mpsc::channel();
        for _ in 0..2 {
            let (context, ended) = (&context, ended.clone());
            scope.spawn(move || {
                let wait = || context.handles.wait_for_event(&mut Tools::new().batch);
                let outcome = catch_unwind(AssertUnwindSafe(wait));
                let _ = ended.send(outcome.map(|event| event.expect("a poller")));
            });
        }
        // Nothing happens, so one of them waits on, whoever was first.
        let second = within(LIMIT, || ends.recv()).expect("one of the two");
        let panic = second.expect_err("the second finds the first");
        assert_eq!(panic.downcast_ref(), Some(&"one leader at a time"));
        context.handles.wake_leader();
        let first = within(LIMIT, || ends.recv()).expect("the other");
        assert_eq!(first.expect("it waited alone"), None);
    });
}
