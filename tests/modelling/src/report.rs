//! The text of a failing model: what failed, who waits where, the story, how to get it again.

use std::fmt::Write;

use crate::story::{self, CLOCK, ENDLESS, Panic, Standing, Story};

/// How shuttle begins its text of a deadlock.
const DEADLOCK: &str = "deadlock! blocked tasks: [";

/// How much of a long story is told: how it begins, and far more of how it ends.
const FIRST_STEPS: usize = 20;
const LAST_STEPS: usize = 60;

/// Where in the search the failure was found.
pub(crate) struct Place {
    pub scheduler: &'static str,
    pub seed: u64,
    /// The number of the schedule, under this scheduler.
    pub schedule: usize,
    /// How many schedules passed under other schedulers.
    pub before: usize,
}

/// The report on the schedule that was just run and failed with `message`.
pub(crate) fn report(message: &str, place: &Place) -> String {
    let all = place.before + place.schedule;
    let text = story::with(|story| tell_all(story, message)).unwrap_or_default();
    let Place { scheduler, seed, .. } = place;
    format!(
        "{text}\nschedule {all} failed, {} before it passed \
         ({scheduler}, number {}, seed {seed}): the same on every run",
        all - 1,
        place.schedule,
    )
}

/// The report if the process is about to abort: there is no way back to whoever explores.
pub(crate) fn at_abort(message: &str) -> String {
    story::with(|story| {
        // The last panic is that of a destructor. The one before it, which made the thread unwind,
        // says more, and both say more than the text of the abort.
        let first = story.panics.iter().rev().take(2).next_back();
        let first = first.map(|panic| panic.message.clone());
        let text = tell_all(story, &first.unwrap_or_else(|| message.to_owned()));
        format!("\n{text}\n{message}: the process aborts\n")
    })
    .unwrap_or_else(|| format!("\n{message}: the process aborts\n"))
}

fn tell_all(story: &Story, message: &str) -> String {
    // Of several panics (some caught by the model, some caused by the first), the one that failed
    // the schedule is the last with this text.
    let panic = story.panics.iter().rfind(|panic| panic.message == message);
    let deadlocked = blocked(message);
    let waiting = match (&deadlocked, panic) {
        (Some(threads), _) => threads.clone(),
        (None, Some(panic)) => panic.unfinished.clone(),
        (None, None) => story.unfinished(),
    };
    // A clock that goes round and round may be what failed; else it only takes up lines.
    let is_worth_a_line = |&who: &usize| message == ENDLESS || story.name(who) != CLOCK;
    let waiting: Vec<usize> = waiting.into_iter().filter(is_worth_a_line).collect();
    let mut text = headline(story, message, panic, deadlocked.is_some());
    text.push_str("\n\nwho waits where:\n");
    let width = waiting.iter().map(|&who| story.name(who).chars().count());
    let width = width.max().unwrap_or(0);
    let failed = panic.filter(|_| message != ENDLESS).map(|p| p.thread);
    for thread in waiting {
        let place = where_it_is(story, thread, failed == Some(thread), message == ENDLESS);
        let _ = writeln!(text, "  {:width$}  {place}", story.name(thread));
    }
    text.push_str("\nthe story of this schedule:\n");
    text.push_str(&steps(story));
    text
}

/// The failure of the schedule that was just run, in one line: who waits for ever, or the panic.
pub(crate) fn in_a_line(message: &str) -> String {
    let Some(blocked) = blocked(message) else {
        return format!("panics: {}", message.lines().next().unwrap_or_default());
    };
    let place = |story: &mut Story| {
        let waiting = blocked.iter().filter_map(|who| {
            let Standing { joins, last, .. } = story.threads.get(who)?;
            // Whoever waits for another thread's end is held up by that thread, which is told.
            let doing = last.map_or("waits", |index| &story.told[index].1);
            joins.is_none().then(|| format!("{} {doing}", story.name(*who)))
        });
        waiting.collect::<Vec<_>>().join(", ")
    };
    format!("nobody can go on: {}", story::with(place).unwrap_or_default())
}

fn headline(story: &Story, message: &str, panic: Option<&Panic>, deadlocked: bool) -> String {
    if deadlocked {
        return "deadlock: no thread can go on".to_owned();
    }
    let Some(panic) = panic.filter(|_| message != ENDLESS) else {
        return message.to_owned();
    };
    let who = story.name(panic.thread);
    if message.contains("tried to acquire a Mutex it already holds") {
        return format!("deadlock: {who} locks a mutex that it holds already");
    }
    match &panic.location {
        Some(location) => format!("{message}\n({who}, at {location})"),
        None => format!("{message}\n({who})"),
    }
}

/// Whether this is shuttle's text of a deadlock.
pub(crate) fn is_deadlock(message: &str) -> bool {
    message.starts_with(DEADLOCK)
}

/// The threads that shuttle names in its text of a deadlock, or `None` if it is no such text.
fn blocked(message: &str) -> Option<Vec<usize>> {
    let list = message.strip_prefix(DEADLOCK)?;
    // Each is `NAME (task NAME(3))` or `NAME (task TaskId(3))`, maybe with more after the number.
    let numbers = list.split(" (task ").skip(1).filter_map(|item| {
        let digits = item.split('(').nth(1)?.split(')').next()?;
        digits.parse().ok()
    });
    Some(numbers.collect())
}

fn where_it_is(story: &Story, thread: usize, failed: bool, endless: bool) -> String {
    let Some(standing) = story.threads.get(&thread) else {
        return "has not begun".to_owned();
    };
    let Standing { last, joins, .. } = standing;
    let mut place = match (joins, last) {
        (Some(name), _) => format!("waits for `{name}` to end"),
        (None, Some(index)) => format!("after step {}: {}", index + 1, story.told[*index].1),
        (None, None) if standing.steps == 0 => "has not begun".to_owned(),
        (None, None) => "has told nothing".to_owned(),
    };
    if failed {
        place.push_str("  <- failed here");
    }
    if endless {
        let _ = write!(place, "  ({} steps)", standing.steps);
    }
    place
}

fn steps(story: &Story) -> String {
    let told = &story.told;
    if told.is_empty() {
        return "  nobody told anything\n".to_owned();
    }
    let digits = told.len().to_string().len();
    let names = told.iter().map(|(who, _)| story.name(*who).chars().count());
    let width = names.max().unwrap_or(0);
    let left_out = told.len().saturating_sub(FIRST_STEPS + LAST_STEPS);
    let mut text = String::new();
    for (index, (who, step)) in told.iter().enumerate() {
        let gap = FIRST_STEPS..FIRST_STEPS + left_out;
        if gap.contains(&index) {
            if index == gap.start {
                let _ = writeln!(text, "  … {left_out} steps left out …");
            }
            continue;
        }
        let name = story.name(*who);
        let _ = writeln!(text, "  {:digits$}. {name:width$}  {step}", index + 1);
    }
    text
}
