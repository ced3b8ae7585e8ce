//! Little's law and Erlang's formula for waiting.
//!
//! Sources: J. D. C. Little, *A Proof for the Queuing Formula: L = λW* (Operations Research 9,
//! 1961); A. K. Erlang, *Solution of some Problems in the Theory of Probabilities of Significance
//! in Automatic Telephone Exchanges* (1917); for service times that are not exponential, A. O.
//! Allen's approximation in *Probability, Statistics, and Queueing Theory* (1978), which scales
//! Erlang's wait.

use std::time::Duration;

/// How service times vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// All take the same time, as `--work sleep:20ms` does.
    Constant,
    /// Most are short and some are long: the exponential distribution, for which the formulas are
    /// exact.
    Exponential,
}

/// A load that threads serve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Requests a second.
    pub rate: f64,
    /// How long a thread is busy with one, on average.
    pub service: Duration,
    /// How that varies.
    pub varies: Service,
}

impl Load {
    /// How many threads are busy on average: Little's law, with the busy ones as the system. Below
    /// this many threads the queue grows for ever. (The unit is called *erlang*.)
    pub fn busy(&self) -> f64 {
        self.rate * self.service.as_secs_f64()
    }

    /// Whether so many threads can keep up at all.
    pub fn fits(&self, threads: usize) -> bool {
        self.busy() < threads as f64
    }

    /// The probability that a request finds all threads busy: Erlang C. One, if they cannot keep up.
    // ANCHOR: erlang_c
    pub fn must_wait(&self, threads: usize) -> f64 {
        if !self.fits(threads) {
            return 1.0;
        }
        let busy = self.busy();
        // Erlang B first: the share turned away if nobody could wait. From one thread to the next
        // by recursion: the textbook's sum of powers and factorials overflows at some 170 threads.
        let turned_away = (1..=threads).fold(1.0, |lost, n| busy * lost / (n as f64 + busy * lost));
        let utilisation = busy / threads as f64;
        turned_away / (1.0 - utilisation * (1.0 - turned_away))
    }
    // ANCHOR_END: erlang_c

    /// How long a request waits for a thread, on average over all of them; `None`: without bound.
    pub fn mean_wait(&self, threads: usize) -> Option<Duration> {
        self.wait_of_those_who_wait(threads).map(|wait| wait.mul_f64(self.must_wait(threads)))
    }

    /// How many requests wait on average: Little's law, with the queue as the system.
    pub fn mean_queue(&self, threads: usize) -> Option<f64> {
        self.mean_wait(threads).map(|wait| self.rate * wait.as_secs_f64())
    }

    /// The wait that a share of all requests (0.99 for p99) does not exceed; `None`: without bound.
    pub fn wait_within(&self, threads: usize, share: f64) -> Option<Duration> {
        let mean = self.wait_of_those_who_wait(threads)?;
        let (must_wait, beyond) = (self.must_wait(threads), 1.0 - share);
        // Those who wait do so for an exponential time: P(wait > t) = must_wait * exp(-t / mean).
        Some(mean.mul_f64((must_wait / beyond).ln().max(0.0)))
    }

    /// The probability that `places` in the queue are all taken: then a request is turned away, or
    /// its submitter waits. It takes the queue for unbounded, and so errs on the safe side.
    pub fn queue_is_full(&self, threads: usize, places: usize) -> f64 {
        let utilisation = (self.busy() / threads as f64).min(1.0);
        self.must_wait(threads) * utilisation.powf(places as f64)
    }

    /// The mean wait of those who find all threads busy.
    fn wait_of_those_who_wait(&self, threads: usize) -> Option<Duration> {
        let spare = threads as f64 - self.busy();
        // Where the times do not vary, a queue is only half as long as where they do at random.
        let variation = match self.varies {
            Service::Constant => 0.5,
            Service::Exponential => 1.0,
        };
        (spare > 0.0).then(|| self.service.mul_f64(variation / spare))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(rate: f64, service_ms: u64) -> Load {
        let service = Duration::from_millis(service_ms);
        Load { rate, service, varies: Service::Exponential }
    }

    fn close(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-3 * right.abs().max(1e-9), "{left} is not {right}");
    }

    #[test]
    fn with_one_thread_it_is_the_formula_of_one_thread() {
        let load = load(80.0, 10); // 0.8 busy
        close(load.must_wait(1), 0.8);
        close(load.mean_wait(1).expect("it fits").as_secs_f64(), 0.8 * 0.010 / 0.2);
        close(load.mean_queue(1).expect("it fits"), 0.8 * 0.8 / 0.2);
        close(load.queue_is_full(1, 3), 0.8_f64.powi(4));
    }

    #[test]
    fn two_threads_wait_as_the_closed_form_says() {
        // For two threads Erlang C is 2u²/(1+u) with utilisation u.
        let load = load(150.0, 10);
        close(load.must_wait(2), 2.0 * 0.75 * 0.75 / 1.75);
    }

    #[test]
    fn hundreds_of_threads_overflow_nothing() {
        let load = load(19_500.0, 20); // 390 busy
        let must_wait = load.must_wait(400);
        assert!(must_wait > 0.1 && must_wait < 0.9, "{must_wait}");
    }

    #[test]
    fn a_load_that_does_not_fit_waits_without_bound() {
        let load = load(100.0, 10);
        assert!(!load.fits(1), "one thread busy all the time has no time left to catch up");
        assert_eq!((load.must_wait(1), load.mean_wait(1)), (1.0, None));
        assert_eq!(load.wait_within(1, 0.99), None);
        assert_eq!(load.queue_is_full(1, 1_000), 1.0);
    }

    #[test]
    fn the_share_that_need_not_wait_waits_for_nothing() {
        let load = load(10.0, 10); // 0.1 busy
        assert_eq!(load.wait_within(4, 0.99), Some(Duration::ZERO));
        let p99 = load.wait_within(1, 0.99).expect("it fits").as_secs_f64();
        close(p99, 0.010 / 0.9 * 10.0_f64.ln());
    }

    #[test]
    fn constant_times_halve_the_wait() {
        let random = load(80.0, 10);
        let constant = Load { varies: Service::Constant, ..random };
        assert_eq!(constant.mean_wait(1), random.mean_wait(1).map(|wait| wait / 2));
    }
}
