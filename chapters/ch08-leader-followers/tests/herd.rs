//! No thundering herd. Alone in its process, whose threads' switches it counts.

#![cfg(target_os = "linux")]

mod support;

use ch00_workbench::within;
use support::{BY_EVENT, LIMIT, LONG, start_quietly};

/// With eight threads and one client, an event must wake one follower and not seven.
#[test]
fn about_one_thread_wakes_for_one_event() {
    for stage in BY_EVENT {
        within(LIMIT, || {
            let server = start_quietly(stage, 8, |config| config.drain = LONG);
            let mut client = server.connect();
            client.round_trip("hello").expect("an echo");
            let before = switches();
            const MESSAGES: u64 = 300;
            (0..MESSAGES).for_each(|_| client.round_trip("hello").expect("an echo"));
            let each = (switches() - before) as f64 / MESSAGES as f64;
            // The leader sleeps once for each event, and the follower that was promoted wakes once.
            assert!(each < 5.0, "{stage:?}: {each} voluntary switches for each message");
            drop(client);
            server.stop();
        });
    }
}

/// How often the threads of servers in this process have gone to sleep.
fn switches() -> u64 {
    let mut sum = 0;
    for task in std::fs::read_dir("/proc/self/task").expect("Linux") {
        let path = task.expect("a thread").path();
        let read = |file| std::fs::read_to_string(path.join(file)).unwrap_or_default();
        if read("comm").starts_with("thread-") {
            let status = read("status");
            let line =
                status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
            sum += line.map_or(0, |count| count.trim().parse().expect("a number"));
        }
    }
    sum
}
