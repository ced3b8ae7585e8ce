//! What the journal says of the roles.

use std::collections::BTreeMap;

use ch00_workbench::{Entry, Memory, What};
use ch08_leader_followers::role::{FOLLOWER, LEADER, PROCESSING};
use ch08_leader_followers::s5::WATCHER;

/// Each thread's role after these entries.
pub fn roles(entries: &[Entry]) -> BTreeMap<&str, &str> {
    let mut roles = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.thread.starts_with("thread-")) {
        match &entry.what {
            What::State(role) => drop(roles.insert(&*entry.thread, role.as_str())),
            What::End => drop(roles.remove(&*entry.thread)),
            What::Message(_) => {}
        }
    }
    roles
}

/// Who led, in this order.
pub fn leaders(entries: &[Entry]) -> Vec<usize> {
    let led = entries.iter().filter(|entry| entry.what == What::State(LEADER.to_owned()));
    led.map(|entry| entry.thread["thread-".len()..].parse().expect("a number")).collect()
}

/// Waits until one leads and all others follow.
pub fn wait_until_quiet(memory: &Memory) {
    memory.wait_until("one leads and all others follow", |entries| {
        let roles = roles(entries);
        let leads = roles.values().filter(|role| **role == LEADER).count() == 1;
        (leads && roles.values().all(|role| [LEADER, FOLLOWER, WATCHER].contains(role)))
            .then_some(())
    });
}

/// Waits until so many threads process, and nobody does anything else.
pub fn wait_until_all_process(memory: &Memory, threads: usize) {
    memory.wait_until("all threads process", |entries| {
        let roles = roles(entries);
        let all = roles.len() == threads && roles.values().all(|role| *role == PROCESSING);
        all.then_some(())
    });
}

/// Holds every moment of the journal to the pattern: at most one leads; and nobody follows while
/// nobody leads.
pub fn assert_one_leader_at_a_time(entries: &[Entry]) {
    let mut now: BTreeMap<&str, &str> = BTreeMap::new();
    for (place, entry) in entries.iter().enumerate() {
        match &entry.what {
            What::State(role) if entry.thread.starts_with("thread-") => {
                now.insert(&entry.thread, role);
            }
            What::End => drop(now.remove(&*entry.thread)),
            _ => {}
        }
        let leaders = now.values().filter(|role| **role == LEADER).count();
        assert!(leaders <= 1, "two leaders at entry {place}: {now:?}");
    }
}

/// How often an entry is this one.
pub fn count(entries: &[Entry], wanted: &str) -> usize {
    entries.iter().filter(|entry| entry.to_string() == wanted).count()
}
