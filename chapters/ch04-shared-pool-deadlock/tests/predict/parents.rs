//! A tiny program for chapter 4's page: as many jobs that wait as there are workers.

use modelling::{predicts, tell, thread};

use crate::sync::mpsc::{Receiver, Sender, channel};
use crate::sync::{Arc, Mutex};

// ANCHOR: program
type Job = Box<dyn FnOnce() + Send>;

fn two_parents_on_two_workers() -> &'static str {
    let (pool, queue) = channel();
    let queue = Arc::new(Mutex::new(queue));
    pool.send(parent(pool.clone())).unwrap();
    let worker = thread("worker-1", {
        let queue = Arc::clone(&queue);
        move || work(&queue)
    });
    pool.send(parent(pool.clone())).unwrap();
    // The queue ends when all who may submit are gone. This thread is the second worker.
    drop(pool);
    work(&queue);
    worker.join();
    "both have their child's answer"
}

fn parent(pool: Sender<Job>) -> Job {
    Box::new(move || {
        let (answers, answer) = channel();
        pool.send(Box::new(move || answers.send(()).unwrap())).unwrap();
        drop(pool);
        tell("waits for its child");
        answer.recv().unwrap();
    })
}

fn work(queue: &Mutex<Receiver<Job>>) {
    let next = || queue.lock().unwrap().recv();
    while let Ok(job) = next() {
        job();
    }
}
// ANCHOR_END: program

#[test]
fn predict_two_parents_on_two_workers() {
    predicts("ch04-parents", two_parents_on_two_workers);
}
