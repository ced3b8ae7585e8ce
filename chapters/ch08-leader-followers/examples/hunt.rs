//! Shows the published programs of exercise 8.4 in schedules that fail.
//!
//! `cargo run -p ch08-leader-followers --example hunt -- lost-follower`, or `two-leaders`, or
//! `forgotten-client`; without a name, all of them.

use std::env;
use std::process::{Command, ExitCode, Stdio};

#[path = "../src/hunt/mod.rs"]
mod hunt;
#[path = "../tests/hunt/scenes.rs"]
mod scenes;
#[path = "../tests/hunt/sync.rs"]
mod sync;

/// A published program, and what is wrong with it.
struct Hunt {
    name: &'static str,
    exercise: &'static str,
    file: &'static str,
    /// What to look at, and the scene that shows it.
    scenes: &'static [(&'static str, fn())],
}

const HUNTS: [Hunt; 3] = [
    Hunt {
        name: "lost-follower",
        exercise: "8.4a",
        file: "lost_follower.rs",
        scenes: &[(
            "Threads a and b take turns. Who waits in the end, and who could wake it?",
            scenes::lost_follower,
        )],
    },
    Hunt {
        name: "two-leaders",
        exercise: "8.4b",
        file: "two_leaders.rs",
        scenes: &[(
            "Both threads process, and both come back. What does each of them find?",
            scenes::two_leaders,
        )],
    },
    Hunt {
        name: "forgotten-client",
        exercise: "8.4c",
        file: "forgotten_client.rs",
        scenes: &[
            (
                "Two clients come, and a follower waits. Whom does it serve?",
                scenes::forgotten_client,
            ),
            (
                "Two clients come, and no follower waits yet. Where are the signals?",
                scenes::lost_signal,
            ),
            (
                "A follower's accept fails. What does it take with it when it goes?",
                scenes::kept_lock,
            ),
            (
                "Two followers, and an answer takes until another one is on its way. Is it ever?",
                scenes::one_at_a_time,
            ),
        ],
    },
];

/// How the story begins in what a model says of a schedule that fails; before it is the outcome.
const STORY: &str = "the story of this schedule:";

/// Set in the child that tells the stories.
const CHILD: &str = "HUNT_CHILD";

fn main() -> ExitCode {
    let wanted = env::args().nth(1);
    let is_wanted = |hunt: &&Hunt| wanted.as_deref().is_none_or(|name| name == hunt.name);
    if !HUNTS.iter().any(|hunt| is_wanted(&hunt)) {
        eprintln!("there is: {}", HUNTS.map(|hunt| hunt.name).join(", "));
        return ExitCode::from(2);
    }
    if env::var_os(CHILD).is_some() {
        HUNTS.iter().filter(is_wanted).for_each(show);
        return ExitCode::SUCCESS;
    }
    // Shuttle writes advice of its own to stderr, about each schedule that fails; a story has all
    // that there is to be known. So a child tells it, and its stderr goes nowhere.
    let child = env::current_exe().and_then(|program| {
        let mut child = Command::new(program);
        child.args(env::args_os().skip(1)).env(CHILD, "1").stderr(Stdio::null()).status()
    });
    if child.is_ok_and(|status| status.success()) {
        return ExitCode::SUCCESS;
    }
    eprintln!("no story: `cargo test -p ch08-leader-followers --test hunt` tells why");
    ExitCode::FAILURE
}

fn show(hunt: &Hunt) {
    let Hunt { name, exercise, file, scenes } = hunt;
    println!("bug hunt: {name} (src/hunt/{file})");
    for (question, scene) in *scenes {
        println!("\n{question}\n");
        let told = scenes::story(*scene);
        // The outcome goes last: whoever reads the story can predict it.
        let (outcome, story) = told.split_at(told.find(STORY).unwrap_or(0));
        for line in story.trim_end().lines().chain(["", "and so:", ""]).chain(outcome.lines()) {
            println!("{}", format!("  {line}").trim_end());
        }
    }
    println!("\nMend it in src/exercises/hunt_{file}, then: cargo learn check {exercise}\n");
}
