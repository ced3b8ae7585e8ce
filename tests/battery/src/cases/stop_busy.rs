//! A stop while fifty clients ask as fast as they are answered.

use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, ensure};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::process::poll;
use crate::subject::Subject;

/// What was read is owed, and a close that overtakes its own answers is a reset. A stop that takes
/// too long is forced, and that is exit code 1.
pub const CASE: Case = Case {
    name: "a_stop_under_load_halves_no_answer",
    about: "SIGTERM while 50 clients ask without a pause: each request is answered in whole or not \
            at all, and the server ends in time, with exit code 0",
    against: Against::Own(""),
    weight: Weight::Heavy,
    needs: Needs::Signals,
    expected: expected::passes_if_it_stops,
    run,
};

const CLIENTS: usize = 50;

/// Answers before the signal: they are under way then.
const UNDER_WAY: usize = 1000;

fn run(subject: &mut Subject) -> Result<()> {
    let number = subject.server.at_most(CLIENTS);
    let clients = Client::connect_many(subject.process.address, number)?;
    let answers = AtomicUsize::new(0);
    thread::scope(|scope| {
        let answers = &answers;
        let clients = clients.into_iter().enumerate();
        let asking: Vec<_> = clients
            .map(|(place, client)| scope.spawn(move || ask_until_the_end(place, client, answers)))
            .collect();
        // Relaxed: only a number.
        let under_way = || (answers.load(Ordering::Relaxed) >= UNDER_WAY).then_some(());
        let ended = poll(patience(), under_way)
            .context("the clients get next to no answers")
            .and_then(|()| subject.process.tell_to_end())
            .and_then(|()| subject.process.expect_end(0, patience()));
        // Whatever has become of it, the clients see the end now.
        let _ = subject.process.kill();
        let halved = asking.into_iter().map(|client| client.join().expect("no panic"));
        let halved = halved.collect::<Result<Vec<()>>>();
        ended.and(halved.map(drop))
    })
}

/// Sends numbered requests, each when the last one was answered.
fn ask_until_the_end(number: usize, client: Client, answers: &AtomicUsize) -> Result<()> {
    for round in 0.. {
        let request = format!("client {number}, request {round}\n");
        let sent = client.send(request.as_bytes()).is_ok();
        let mut answer = vec![0; request.len()];
        let mut got = 0;
        while sent && got < answer.len() {
            match (&client.stream).read(&mut answer[got..]) {
                Ok(0) | Err(_) => break,
                Ok(length) => got += length,
            }
        }
        if got == 0 {
            return Ok(()); // this request was not accepted
        }
        let whole = answer == request.as_bytes();
        ensure!(whole, "client {number} got {got} bytes of the {} of an answer", request.len());
        answers.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
