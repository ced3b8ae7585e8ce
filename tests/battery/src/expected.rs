//! What a case expects of a server, as data; and whether what was seen is that.

use std::sync::OnceLock;
use std::time::Duration;

use crate::servers::{Client, Server, WhenFull};

/// How long a step may take that is expected to succeed: far more than it needs, also on a busy
/// machine. A test that passes never waits for it to pass.
const PATIENCE: Duration = Duration::from_secs(20);

static OTHER_PATIENCE: OnceLock<Duration> = OnceLock::new();

/// How long a step may take that is expected to succeed: 20 s, unless told otherwise.
pub fn patience() -> Duration {
    *OTHER_PATIENCE.get().unwrap_or(&PATIENCE)
}

/// Waits no longer than `limit` from now on, for servers that are wrong: they use it up.
pub fn lose_patience(limit: Duration) {
    OTHER_PATIENCE.get_or_init(|| limit);
}

/// How long an answer is waited for that is expected never to come. One that works after all is
/// only noticed if it answers by then.
const IMPATIENCE: Duration = Duration::from_millis(300);

/// What is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The server passes the case.
    Passes,
    /// It cannot, by its design.
    Cannot {
        /// Why, in one line.
        why: &'static str,
        /// What the failure must say: it is to fail in this way, and no other.
        sign: &'static str,
    },
}

use Expected::{Cannot, Passes};

impl Expected {
    /// How long to wait for what is in question: long for what is expected to come, be it an
    /// answer or an end, and not so long for what is expected never to come.
    pub fn patience(self) -> Duration {
        match self {
            Cannot { sign: NO_ANSWER | NOT_SERVED, .. } => IMPATIENCE,
            _ => patience(),
        }
    }

    /// Judges what came of the case: `None` if it passed, or the text of its failure.
    ///
    /// # Errors
    /// In what way it is not as expected.
    pub fn judge(self, failure: Option<&str>) -> Result<(), String> {
        match (self, failure) {
            (Passes, None) => Ok(()),
            (Passes, Some(failure)) => Err(format!("expected: it passes\nseen: {failure}")),
            (Cannot { why, .. }, None) => {
                Err(format!("expected: it cannot, because {why}\nseen: it passes"))
            }
            (Cannot { sign, .. }, Some(failure)) if failure.contains(sign) => Ok(()),
            (Cannot { why, sign }, Some(failure)) => Err(format!(
                "expected: it cannot, because {why}; the failure says `{sign}`\nseen: {failure}"
            )),
        }
    }
}

/// Every server passes.
pub fn passes(_: &Server) -> Expected {
    Passes
}

/// Passed by servers that give no client a thread that another one may need. For cases in which one
/// more client comes after [`Server::crowd`] others, and the failure says how it fared.
pub fn passes_unless_clients_pin_workers(server: &Server) -> Expected {
    let Client::CostsAWorker { then, .. } = server.client else { return Passes };
    match then {
        WhenFull::TurnsItAway => Cannot {
            why: "each client keeps a worker: the next ones wait in the queue or are turned away",
            sign: NOT_SERVED,
        },
        WhenFull::ServesItItself => {
            Cannot { why: "clients keep all workers and the acceptor", sign: NO_ANSWER }
        }
        WhenFull::LeavesItInTheQueue => {
            Cannot { why: "each client keeps a thread, and nobody accepts", sign: NO_ANSWER }
        }
    }
}

/// Passed by servers that SIGTERM ends in good order.
pub fn passes_if_it_stops(server: &Server) -> Expected {
    if server.stops {
        return Passes;
    }
    Cannot { why: "nobody tells its threads to end: the signal kills it", sign: KILLED }
}

/// In the failure of a client without an answer, whether its connection has ended or not.
pub const NOT_SERVED: &str = "was not served";

/// In the failure of a client whose answer did not come in time.
pub const NO_ANSWER: &str = "was not served: no answer came";

/// In the failure of a server that a signal has ended, and not itself.
pub const KILLED: &str = "was killed by signal";

#[cfg(test)]
mod tests {
    use super::*;

    const DOOMED: Expected = Cannot { why: "it is small", sign: NO_ANSWER };

    #[test]
    fn only_what_is_expected_is_right() {
        assert_eq!(Passes.judge(None), Ok(()));
        assert!(Passes.judge(Some("a client was not served: no answer came")).is_err());
        assert_eq!(DOOMED.judge(Some("a client was not served: no answer came")), Ok(()));
    }

    #[test]
    fn to_pass_unexpectedly_is_wrong_too() {
        let wrong = DOOMED.judge(None).expect_err("it was to fail");
        assert_eq!(wrong, "expected: it cannot, because it is small\nseen: it passes");
    }

    #[test]
    fn to_fail_in_another_way_is_wrong() {
        let wrong = DOOMED.judge(Some("a panic")).expect_err("it was to fail in another way");
        assert!(
            wrong.ends_with("the failure says `was not served: no answer came`\nseen: a panic"),
            "{wrong}"
        );
    }
}
