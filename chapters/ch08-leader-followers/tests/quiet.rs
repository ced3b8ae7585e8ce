//! A server that nobody talks to sleeps for good, watcher and all. Alone in its process, whose
//! threads it looks at.

#![cfg(target_os = "linux")]

mod support;

use std::fs;
use std::sync::Arc;
use std::thread;

use ch00_workbench::{Gate, within};
use ch08_leader_followers::Stage;
use support::{LIMIT, start_quietly};

#[test]
fn a_watcher_with_nothing_to_watch_sleeps_for_good_and_wakes_for_the_next_batch() {
    within(LIMIT, || {
        let gate = Gate::new("stuck");
        let server = start_quietly(Stage::S5, 2, |config| {
            let gate = gate.clone();
            config.declared = false;
            config.request = Arc::new(move |request| {
                if request == b"stuck" {
                    gate.pass();
                }
            });
        });
        let (mut client, mut other) = (server.connect(), server.connect());
        for _ in 0..3 {
            other.round_trip("quick").expect("an echo");
            wait_until_one_sleeps_without_a_limit();
        }
        client.send("stuck").expect("a connection");
        gate.wait_for_waiting(1);
        other.round_trip("quick").expect("an echo: somebody has watched");
        gate.open();
        client.receive("stuck").expect("an answer");
        drop((client, other));
        server.stop();
    });
}

/// Both threads are in a system call. One is the leader's wait, and the other must be a futex whose
/// limit, its fourth argument, is none: a watcher whose clock runs has one.
fn wait_until_one_sleeps_without_a_limit() {
    while !calls().iter().any(|call| {
        let arguments: Vec<_> = call.split_whitespace().skip(1).collect();
        arguments.len() > 3 && arguments[3] == "0x0" && is_futex(call)
    }) {
        thread::yield_now();
    }
}

/// The system calls that the server's threads are in, as the kernel writes them: number, arguments.
fn calls() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").expect("Linux");
    let paths = tasks.map(|task| task.expect("a thread").path());
    let read = |path: &std::path::Path, file| fs::read_to_string(path.join(file));
    let own = paths.filter(|path| read(path, "comm").is_ok_and(|name| name.starts_with("thread-")));
    own.filter_map(|path| read(&path, "syscall").ok()).collect()
}

fn is_futex(call: &str) -> bool {
    let number = if cfg!(target_arch = "x86_64") { "202" } else { "98" };
    call.split_whitespace().next() == Some(number)
}
