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
    match case.against {
        Against::Own(flags) => judge(&mut start(server, flags)?, case),
        Against::Shared => {
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
    }
}

fn start(server: &'static Server, flags: &str) -> Result<Subject, Failed> {
    Subject::start(server, flags)
        .map_err(|error| Failed::from(format!("{}: {error:#}", server.name)))
}

/// A case that has panicked leaves nothing behind the lock that is wrong.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the case, and says all that there is to say if it ends in an unexpected way.
fn judge(subject: &mut Subject, case: &Case) -> Result<(), Failed> {
    let expected = (case.expected)(subject.server);
    subject.patience = expected.patience();
    let failure = (case.run)(subject).err().map(|failure| format!("{failure:#}"));
    let verdict = expected.judge(failure.as_deref()).and_then(|()| match case.against {
        Against::Own(_) => Ok(()),
        Against::Shared => subject.expect_nothing_left().map_err(|left| format!("then: {left:#}")),
    });
    verdict.map_err(|verdict| {
        let (server, printed) = (subject.server.name, subject.process.printed());
        let flags = subject.server.flags;
        Failed::from(format!(
            "{server} ({flags}): {}\n{verdict}\n--- what the server printed ---\n{printed}",
            case.about
        ))
    })
}
