//! What a server does with a request before it answers.
//!
//! Servers differ most in how they bear requests that *wait* (a database, another service) and
//! requests that *compute*. Echo alone does neither, so the work is chosen on the command line.

use std::fmt;
use std::hint::black_box;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::Gate;

/// The work done for each request.
#[derive(Clone, Debug, Default)]
pub enum Work {
    /// Nothing: answer at once.
    #[default]
    None,
    /// Sleep: the thread waits, the processor is free.
    Sleep(Duration),
    /// Compute for about this much *processor* time: the thread keeps a core busy. Two threads that
    /// spin on one core take twice as long, as real computation does.
    Spin(Duration),
    /// Sleep for so long, but only for one request in so many: the odd one that misses the cache, or
    /// meets a disk that is busy. Requests are counted over all connections.
    Rare(Rare),
    /// For scripts and tests: a request that begins with the text waits at the gate, any other is
    /// answered at once.
    Held(&'static str, Gate),
}

impl Work {
    /// Whether this request is known beforehand to keep its thread for long. What is not known is
    /// not said: computing may take long or not, and the rare request does not look different.
    pub fn is_long(&self, request: &[u8]) -> bool {
        match self {
            Work::Sleep(_) => true,
            Work::Held(prefix, _) => request.starts_with(prefix.as_bytes()),
            Work::None | Work::Spin(_) | Work::Rare(..) => false,
        }
    }

    /// Does the work for one request, on the calling thread.
    pub fn run(&self, request: &[u8]) {
        match self {
            Work::None => {}
            Work::Sleep(time) => thread::sleep(*time),
            Work::Spin(time) => spin(*time),
            Work::Rare(rare) => {
                if let Some(time) = rare.next_sleep() {
                    thread::sleep(time);
                }
            }
            Work::Held(prefix, gate) if request.starts_with(prefix.as_bytes()) => gate.pass(),
            Work::Held(..) => {}
        }
    }
}

/// A sleep that one request in so many takes.
#[derive(Clone, Debug)]
pub struct Rare {
    time: Duration,
    one_in: NonZeroU32,
    /// Clones count on.
    requests: Arc<AtomicU32>,
}

impl Rare {
    /// A sleep for every request whose number can be divided by `one_in`.
    pub fn new(time: Duration, one_in: NonZeroU32) -> Rare {
        Rare { time, one_in, requests: Arc::default() }
    }

    /// Counts a request, and says how long it is to sleep, if it is one of the few.
    pub fn next_sleep(&self) -> Option<Duration> {
        // Relaxed: a count, and nothing else hangs on it.
        let number = self.requests.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        (number % self.one_in == 0).then_some(self.time)
    }
}

impl FromStr for Work {
    type Err = String;

    /// Reads `none`, `sleep:200ms`, `spin:200us` or `rare:20ms/20000`.
    fn from_str(text: &str) -> Result<Work, String> {
        let duration = |text: &str| {
            humantime::parse_duration(text)
                .map_err(|_| format!("`{text}` is no duration; write it like 2s, 200ms or 200us"))
        };
        match text.split_once(':') {
            None if text == "none" => Ok(Work::None),
            Some(("sleep", time)) => Ok(Work::Sleep(duration(time)?)),
            Some(("spin", time)) => Ok(Work::Spin(duration(time)?)),
            Some(("rare", rare)) => {
                let (time, one_in) = rare.split_once('/').unwrap_or((rare, ""));
                let one_in: Option<NonZeroU32> = one_in.parse().ok();
                let one_in = one_in.ok_or_else(|| format!("write rare:{time}/20000"))?;
                Ok(Work::Rare(Rare::new(duration(time)?, one_in)))
            }
            _ => Err("write none, sleep:200ms, spin:200us or rare:20ms/20000".to_owned()),
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Work::None => write!(f, "none"),
            Work::Sleep(time) => write!(f, "sleep:{}", humantime::format_duration(*time)),
            Work::Spin(time) => write!(f, "spin:{}", humantime::format_duration(*time)),
            Work::Rare(Rare { time, one_in, .. }) => {
                write!(f, "rare:{}/{one_in}", humantime::format_duration(*time))
            }
            Work::Held(prefix, _) => write!(f, "held:{prefix}"),
        }
    }
}

/// Rounds of `churn` that the calibration times: about a millisecond's worth.
const SAMPLE_ROUNDS: u64 = 500_000;

/// Computes for about `time` of processor time: a fixed amount of arithmetic, not a watch of the
/// clock. A loop that watches the clock would finish on time even where it got no processor.
fn spin(time: Duration) {
    let rounds = time.as_nanos() as f64 * rounds_per_nanosecond();
    churn(rounds as u64);
}

/// Measured once per process: the best of five samples, since an interrupted sample is too slow.
fn rounds_per_nanosecond() -> f64 {
    static RATE: OnceLock<f64> = OnceLock::new();
    *RATE.get_or_init(|| {
        let sample = || {
            let start = Instant::now();
            churn(SAMPLE_ROUNDS);
            SAMPLE_ROUNDS as f64 / start.elapsed().as_nanos().max(1) as f64
        };
        (0..5).map(|_| sample()).fold(f64::MIN_POSITIVE, f64::max)
    })
}

fn churn(rounds: u64) {
    let mut value = 1_u64;
    for round in 0..rounds {
        value = black_box(value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_read_as_it_is_written() {
        for text in ["none", "sleep:200ms", "spin:200us", "sleep:2s", "rare:20ms/20000"] {
            assert_eq!(text.parse::<Work>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn a_wrong_work_says_what_to_write() {
        let complaint = "sleep:soon".parse::<Work>().unwrap_err();
        assert_eq!(complaint, "`soon` is no duration; write it like 2s, 200ms or 200us");
        let complaint = "knit".parse::<Work>().unwrap_err();
        assert_eq!(complaint, "write none, sleep:200ms, spin:200us or rare:20ms/20000");
        for wrong in ["rare:20ms", "rare:20ms/0", "rare:20ms/few"] {
            assert_eq!(wrong.parse::<Work>().unwrap_err(), "write rare:20ms/20000");
        }
    }

    #[test]
    fn one_request_in_so_many_is_rare() {
        let time = Duration::from_millis(20);
        let rare = Rare::new(time, NonZeroU32::new(3).expect("not zero"));
        let sleeps: Vec<_> = (0..6).map(|_| rare.clone().next_sleep()).collect();
        assert_eq!(sleeps, [None, None, Some(time), None, None, Some(time)]);
    }

    #[test]
    fn held_work_holds_only_its_own_requests() {
        let gate = Gate::new("never opened");
        Work::Held("slow", gate).run(b"quick"); // returns, although the gate is closed
    }
}
