//! What chapter 4 promises: the hang is explained, a slow pool is not accused, and the cures cure.

mod support;

use std::time::Duration;

use ch00_workbench::{Gate, within};
use ch04_shared_pool_deadlock::Latch;
use ch04_shared_pool_deadlock::bound::{threads_needed, will_deadlock};
use ch04_shared_pool_deadlock::dump::Dump;
use ch04_shared_pool_deadlock::pool::Pool;
use ch04_shared_pool_deadlock::svg::wait_graph;
use ch04_shared_pool_deadlock::two_stages::{CHILDREN, TwoStages};
use ch04_shared_pool_deadlock::verdict::follow_the_arrows;
use ch04_shared_pool_deadlock::watchdog::{Watch, Watchdog};
use support::{Noted, rescue};

const LIMIT: Duration = Duration::from_secs(30);

/// The hang of act 1, looked at; then everybody is let go.
fn the_hang() -> Dump {
    let noted = Noted::new();
    let stages = TwoStages::on_one_pool(&noted.registry, 2).expect("two threads");
    let parents = noted.start(&stages, 2);
    let dump = noted.dump();
    rescue(&dump);
    parents.into_iter().for_each(|parent| drop(parent.wait()));
    dump
}

/// A dump without what differs from run to run: times, and the number of a line.
fn steady(dump: &Dump) -> String {
    let text = dump.to_string();
    let shown =
        text.lines().map(|line| match (line.split_once(" for "), line.split_once(".rs:")) {
            (Some((thread, _)), _) if thread.ends_with("WAITING") => thread.to_owned(),
            (_, Some((made, _))) => format!("{made}.rs"),
            _ => line.to_owned(),
        });
    shown.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_dump_names_thread_latch_birthplace_openers_job_and_queue() {
    let dump = within(LIMIT, the_hang);
    let text = dump.to_string();
    for wanted in [
        "\"shared-1\" WAITING for ",
        "on latch l1, made at chapters/ch04-shared-pool-deadlock/src/two_stages.rs:",
        "opened only by `stage two, 1a` (queued) and `stage two, 1b` (queued)",
        "runs `stage one, 1`",
        "pool shared: 2 of 2 workers busy, queued: ",
        "shared-2 waits for latch l2",
        "pool shared has no worker but shared-1 or shared-2",
    ] {
        assert!(text.contains(wanted), "`{wanted}` is missing in:\n{text}");
    }
    let sentence = dump.sentence();
    assert!(sentence.starts_with("DEADLOCK: both workers of pool shared"), "{sentence}");
    assert_eq!(dump.books.queued(*dump.books.pools.keys().next().expect("a pool")).count(), 4);
}

#[test]
fn the_cycle_leads_from_a_thread_back_to_it() {
    let dump = within(LIMIT, the_hang);
    let stuck = dump.stuck.as_ref().expect("it hangs");
    let path = stuck.path(&dump.graph);
    let corners: Vec<&str> = path.split(" → ").collect();
    assert_eq!(corners.len(), 5, "thread, latch, job, pool, thread: {path}");
    assert_eq!(corners[0], corners[4], "{path}");
    assert_eq!(corners[3], "pool shared", "{path}");
    // Two threads, two latches, four jobs, one pool: there is nothing here that could go on.
    assert_eq!((stuck.corners.len(), dump.graph.corners.len()), (9, 9));
    insta::assert_snapshot!("hang", steady(&dump));
}

#[test]
fn a_slow_pool_is_not_accused_however_often_one_looks() {
    within(LIMIT, || {
        let noted = Noted::new();
        let pool = Pool::new(&noted.registry, "slow", 2).expect("two threads");
        let gate = Gate::new("the slow job may end");
        let (latch, mut openers) = Latch::new(&noted.registry, "l", 2);
        let theirs = gate.clone();
        let slow = pool.submit("slow", openers.split_off(1), move || theirs.pass());
        gate.wait_for_waiting(1);
        // All workers are busy, one of them waits, and what it waits for is in part queued. But the
        // other worker is only slow, and will take it.
        let waits = pool.submit("waits", Vec::new(), move || latch.wait());
        let queued = pool.submit("queued", openers, || {});
        noted.wait_for_waiter("l", 1);
        let mut watch = Watch::new(follow_the_arrows, |dump: Dump| panic!("accused: {dump}"));
        (0..100).for_each(|_| watch.look(noted.registry.look()));
        let dump = noted.dump();
        assert!(dump.stuck.is_none() && !dump.books.waits.is_empty(), "{dump}");
        assert!(dump.sentence().starts_with("no deadlock"), "{dump}");
        gate.open();
        slow.expect("room").wait().expect("it ends");
        queued.expect("room").wait().expect("it ends");
        waits.expect("room").wait().expect("it ends").expect("opened by its openers");
    });
}

#[test]
fn what_somebody_outside_can_open_is_no_deadlock() {
    within(LIMIT, || {
        let noted = Noted::new();
        let pool = Pool::new(&noted.registry, "one", 1).expect("a thread");
        let (latch, openers) = Latch::new(&noted.registry, "l", 1);
        let waits = pool.submit("waits", Vec::new(), move || latch.wait()).expect("room");
        noted.wait_for_waiter("l", 1);
        let dump = noted.dump();
        assert!(dump.stuck.is_none(), "the test has the opener: {dump}");
        assert!(dump.to_string().contains("opened only by somebody outside"), "{dump}");
        drop(openers);
        waits.wait().expect("it ends").expect("opened by its opener");
    });
}

#[test]
fn threads_that_wait_for_each_other_need_no_queue_to_hang() {
    within(LIMIT, || {
        let noted = Noted::new();
        // A third worker is free all the time, and of no use.
        let pool = Pool::new(&noted.registry, "trio", 3).expect("three threads");
        let (first, opens_first) = Latch::new(&noted.registry, "first", 1);
        let (second, opens_second) = Latch::new(&noted.registry, "second", 1);
        let jobs = [
            pool.submit("a", opens_first, move || second.wait()).expect("room"),
            pool.submit("b", opens_second, move || first.wait()).expect("room"),
        ];
        ["first", "second"].iter().for_each(|latch| noted.wait_for_waiter(latch, 1));
        let dump = noted.dump();
        let sentence = dump.sentence();
        assert!(sentence.contains("wait for each other: trio-"), "{sentence}");
        rescue(&dump);
        jobs.into_iter().for_each(|job| drop(job.wait()));
    });
}

#[test]
fn two_pools_of_one_name_would_mix_up_their_threads() {
    let noted = Noted::new();
    let first = Pool::new(&noted.registry, "pool", 1).expect("a thread");
    let second = Pool::new(&noted.registry, "pool", 1).err().expect("the name is taken");
    assert_eq!(second.to_string(), "there is a pool called pool already");
    drop(first);
    Pool::new(&noted.registry, "pool", 1).expect("the name is free again");
}

#[test]
fn a_hang_is_told_once_and_a_second_one_again() {
    within(LIMIT, || {
        let noted = Noted::new();
        let (bark, hangs) = std::sync::mpsc::channel();
        let tell = move |dump: Dump| drop(bark.send(dump));
        let interval = Duration::from_millis(1);
        let watchdog = Watchdog::start(&noted.registry, interval, follow_the_arrows, tell);
        let _watchdog = watchdog.expect("a thread");
        let stages = TwoStages::on_one_pool(&noted.registry, 1).expect("a thread");
        for round in 1..=2 {
            let gate = Gate::new("no gate");
            gate.open();
            let parent = stages.start(1, gate).expect("room");
            let dump = hangs.recv_timeout(LIMIT).expect("the watchdog finds it");
            assert!(dump.stuck.is_some(), "round {round}");
            assert!(hangs.try_recv().is_err(), "told twice in round {round}");
            rescue(&dump);
            assert!(parent.wait().expect("it ends").expect("room").is_err(), "opened by hand");
        }
    });
}

#[test]
fn as_many_parents_as_threads_hang() {
    for parents in 1..=4 {
        within(LIMIT, || {
            let noted = Noted::new();
            let stages = TwoStages::on_one_pool(&noted.registry, parents).expect("threads");
            let started = noted.start(&stages, parents);
            let dump = noted.dump();
            assert!(dump.stuck.is_some(), "{parents} parents on {parents} threads:\n{dump}");
            assert!(will_deadlock(parents, parents), "the bound says so, too");
            rescue(&dump);
            started.into_iter().for_each(|parent| drop(parent.wait()));
        });
    }
}

#[test]
fn one_thread_more_than_parents_is_enough() {
    for parents in 0..=4 {
        within(LIMIT, || {
            let threads = threads_needed(parents);
            let noted = Noted::new();
            let stages = TwoStages::on_one_pool(&noted.registry, threads).expect("threads");
            for parent in noted.start(&stages, parents) {
                parent.wait().expect("it ends").expect("room").expect("opened by its openers");
            }
            assert!(!will_deadlock(threads, parents), "the bound says so, too");
        });
    }
}

#[test]
fn a_pool_for_each_stage_needs_no_bound() {
    within(LIMIT, || {
        let noted = Noted::new();
        let stages = TwoStages::on_two_pools(&noted.registry, [2, 1]).expect("threads");
        let open = Gate::new("no gate");
        open.open();
        let parents: Vec<_> = (1..=20).map(|n| stages.start(n, open.clone())).collect();
        for parent in parents {
            let ended = parent.expect("room").wait().expect("it ends").expect("room");
            ended.expect("opened by its openers");
        }
    });
}

#[test]
fn one_thread_that_helps_is_enough_for_any_number_of_parents() {
    within(LIMIT, || {
        let noted = Noted::new();
        let stages = TwoStages::on_one_pool(&noted.registry, 1).expect("a thread");
        let open = Gate::new("no gate");
        open.open();
        let parents: Vec<_> = (1..=20).map(|n| stages.start_helping(n, open.clone())).collect();
        for parent in parents {
            let helped = parent.expect("room").wait().expect("it ends").expect("not by hand");
            assert_eq!(helped, CHILDREN, "there was nobody else to run them");
        }
        let books = noted.registry.look();
        assert!(books.jobs.is_empty() && books.waits.is_empty() && books.latches.is_empty());
    });
}

#[test]
fn the_picture_is_well_formed_and_can_be_heard() {
    let svg = wait_graph(&within(LIMIT, the_hang));
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    let texts = |tag: &str| {
        let own = document.descendants().filter(|node| node.has_tag_name(tag));
        own.filter_map(|node| node.text().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(texts("title"), ["Who waits for whom"]);
    let heard = texts("desc").concat();
    assert!(heard.contains("DEADLOCK") && heard.contains("shared-2 waits for latch l2"), "{heard}");
    let seen = texts("text");
    assert_eq!(seen.iter().filter(|text| *text == "stuck").count(), 9, "{seen:?}");
    assert!(svg.contains("prefers-color-scheme:dark") && svg.contains("currentColor"));
}
