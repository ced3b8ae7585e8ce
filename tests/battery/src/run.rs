//! One trial: one server, one case.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use libtest_mimic::{Completion, Failed, Trial};

use crate::case::{Against, Case, Weight};
use crate::expected::Expected;
use crate::servers::Server;
use crate::subject::Subject;

/// Cases that keep the machine busy, one at a time: two together would measure each other.
static HEAVY: Mutex<()> = Mutex::new(());

/// A place for a running server that the gentle cases share; locked while one of them runs.
type Slot = Mutex<Option<Subject>>;

/// The places, by the servers' names.
static SHARED: OnceLock<BTreeMap<&'static str, Slot>> = OnceLock::new();

/// All trials of these servers. Neighbours have neither the server nor the case in common, so that
/// those who run side by side seldom wait for each other.
pub fn trials(servers: &[&'static Server], cases: &'static [Case]) -> Vec<Trial> {
    SHARED.get_or_init(|| servers.iter().map(|server| (server.name, Slot::default())).collect());
    let rounds = 0..cases.len();
    let pairs = rounds.flat_map(|round| {
        let places = servers.iter().enumerate();
        places.map(move |(place, server)| (*server, &cases[(round + place) % cases.len()]))
    });
    pairs.map(|(server, case)| trial(server, case)).collect()
}

/// Ends all servers that are still running.
pub fn end() {
    for slot in SHARED.get().into_iter().flat_map(BTreeMap::values) {
        lock(slot).take();
    }
}

fn trial(server: &'static Server, case: &'static Case) -> Trial {
    let name = format!("{}: {}", server.name, case.name);
    let cannot = (case.expected)(server) != Expected::Passes;
    let trial = Trial::ignorable_test(name, move || match case.needs.missing() {
        Some(missing) => Ok(Completion::ignored_with(missing)),
        None => run(server, case).map(|()| Completion::Completed),
    });
    if cannot { trial.with_kind("cannot") } else { trial }
}

fn run(server: &'static Server, case: &'static Case) -> Result<(), Failed> {
    let _turn = (case.weight == Weight::Heavy).then(|| lock(&HEAVY));
    if let Some(flags) = case.against.flags(server) {
        return judge(&mut start(server, &flags)?, case);
    }
    let slots = SHARED.get().expect("trials are made before they run");
    let mut slot = lock(slots.get(server.name).expect("each server has a place"));
    // Taken out: what a failed case leaves behind is not for the next one.
    let mut subject = match slot.take() {
        Some(subject) => subject,
        None => start(server, "")?,
    };
    judge(&mut subject, case)?;
    *slot = Some(subject);
    Ok(())
}

fn start(server: &'static Server, flags: &str) -> Result<Subject, Failed> {
    Subject::start(server, flags)
        .map_err(|error| Failed::from(format!("{}: {error:#}", server.name)))
}

/// A case that has panicked leaves nothing behind the lock that is wrong.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the case against a process of its own, and demands this of it instead of what the case
/// itself expects; what is left over counts as a failure of the case.
///
/// # Errors
/// In what way it is not as expected.
pub fn check(server: &'static Server, case: &Case, expected: Expected) -> Result<(), Failed> {
    let flags = case.against.flags(server).unwrap_or_default();
    let mut subject = start(server, &flags)?;
    // One that does not rest may get little of a busy machine; it is noticed as soon as it shows.
    subject.watched = expected.patience() * 3;
    let left = |subject: &mut Subject| nothing_left(subject, case);
    let failure = run_case(&mut subject, case).and_then(|()| left(&mut subject)).err();
    expected.judge(failure.as_deref()).map_err(|verdict| report(&subject, case, &verdict))
}

/// Runs the case, and says all that there is to say if it ends in an unexpected way.
fn judge(subject: &mut Subject, case: &Case) -> Result<(), Failed> {
    let expected = (case.expected)(subject.server);
    subject.patience = expected.patience();
    let failure = run_case(subject, case).err();
    let verdict = expected.judge(failure.as_deref()).and_then(|()| nothing_left(subject, case));
    verdict.map_err(|verdict| report(subject, case, &verdict))
}

fn run_case(subject: &mut Subject, case: &Case) -> Result<(), String> {
    (case.run)(subject).map_err(|failure| format!("{failure:#}"))
}

fn nothing_left(subject: &mut Subject, case: &Case) -> Result<(), String> {
    match case.against {
        Against::Own(_) | Against::Draining(_) => Ok(()),
        Against::Shared => subject.expect_nothing_left().map_err(|left| format!("{left:#}")),
    }
}

fn report(subject: &Subject, case: &Case, verdict: &str) -> Failed {
    let Server { name, flags, .. } = subject.server;
    let (about, printed) = (case.about, subject.process.printed());
    Failed::from(format!(
        "{name} ({flags}): {about}\n{verdict}\n--- what the server printed ---\n{printed}"
    ))
}
