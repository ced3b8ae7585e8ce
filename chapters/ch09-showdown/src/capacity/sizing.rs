//! From what is asked of a server to the threads and the queue it takes.

use std::time::Duration;

use super::erlang::{Load, Service};

/// Threads that are looked at before giving up: far beyond what one machine runs.
const MOST_THREADS: usize = 100_000;

/// What is asked of a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// The load.
    pub load: Load,
    /// How long 99 of 100 requests may take at most, from their arrival to their answer.
    pub p99: Duration,
    /// The share of requests that may be turned away, of one.
    pub loss: f64,
}

/// What it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizing {
    /// The fewest threads that do.
    pub threads: usize,
    /// Places in the queue, so that no more than the allowed share is turned away.
    pub queue: usize,
}

/// Why no number of threads does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// The service alone takes longer than the answer may.
    ServiceIsTooSlow,
    /// More than 100,000 threads.
    TooManyThreads,
}

impl Demand {
    /// The fewest threads, and the shortest queue for them.
    ///
    /// # Errors
    /// If more threads do not help.
    // ANCHOR: size
    pub fn size(&self) -> Result<Sizing, Impossible> {
        if slow_service(&self.load) > self.p99 {
            return Err(Impossible::ServiceIsTooSlow);
        }
        let fewest = self.load.busy().floor() as usize + 1;
        let threads = (fewest..=MOST_THREADS)
            .find(|threads| latency(&self.load, *threads).is_some_and(|p99| p99 <= self.p99))
            .ok_or(Impossible::TooManyThreads)?;
        Ok(Sizing { threads, queue: self.queue(threads) })
    }
    // ANCHOR_END: size

    /// Places in the queue for so many threads.
    fn queue(&self, threads: usize) -> usize {
        let utilisation = self.load.busy() / threads as f64;
        let must_wait = self.load.must_wait(threads);
        // Turned around: must_wait * utilisation ^ places <= loss.
        ((self.loss / must_wait).ln() / utilisation.ln()).ceil().max(0.0) as usize
    }
}

/// How long 99 of 100 requests take at most with so many threads: `None`, without bound.
///
/// A slow service and a long wait seldom meet in one request, so their 99th percentiles do not
/// simply add up. Where service times are exponential the sum's distribution is known; where they
/// are constant there is nothing to meet.
pub fn latency(load: &Load, threads: usize) -> Option<Duration> {
    match load.varies {
        Service::Constant => Some(load.service + load.wait_within(threads, 0.99)?),
        Service::Exponential => load.fits(threads).then(|| bisect(load, threads)),
    }
}

/// The time that 1 of 100 requests exceeds, by halving an interval.
fn bisect(load: &Load, threads: usize) -> Duration {
    let (mut below, mut above) = (0.0, 1.0);
    while exceeds(load, threads, above) > 0.01 {
        above *= 2.0;
    }
    // Each round gives one more bit, and a double has 53.
    for _ in 0..60 {
        let middle = (below + above) / 2.0;
        match exceeds(load, threads, middle) > 0.01 {
            true => below = middle,
            false => above = middle,
        }
    }
    load.service.mul_f64(above)
}

/// The probability that wait and service together exceed so many mean services.
fn exceeds(load: &Load, threads: usize, services: f64) -> f64 {
    let spare = threads as f64 - load.busy();
    let (must_wait, alone) = (load.must_wait(threads), (-services).exp());
    // The sum of two exponential times, with rates 1 and `spare`; if these are equal, its limit.
    let late = match (spare - 1.0).abs() < 1e-9 {
        true => services * alone,
        false => (alone - (-spare * services).exp()) / (spare - 1.0),
    };
    alone + must_wait * late
}

/// The 99th percentile of the service alone.
fn slow_service(load: &Load) -> Duration {
    match load.varies {
        Service::Constant => load.service,
        Service::Exponential => load.service.mul_f64(100.0_f64.ln()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demand(rate: f64, service_ms: u64, p99_ms: u64, varies: Service) -> Demand {
        let load = Load { rate, service: Duration::from_millis(service_ms), varies };
        Demand { load, p99: Duration::from_millis(p99_ms), loss: 0.001 }
    }

    #[test]
    fn the_fewest_threads_that_do_are_found() {
        for varies in [Service::Constant, Service::Exponential] {
            let demand = demand(500.0, 20, 150, varies);
            let Sizing { threads, .. } = demand.size().expect("it can be done");
            assert!(latency(&demand.load, threads).expect("it fits") <= demand.p99);
            let one_less = latency(&demand.load, threads - 1);
            assert!(one_less.is_none_or(|p99| p99 > demand.p99), "{varies:?}: {one_less:?}");
        }
    }

    #[test]
    fn the_queue_is_as_short_as_the_loss_allows() {
        let demand = demand(90.0, 10, 10_000, Service::Exponential);
        let Sizing { threads, queue } = demand.size().expect("it can be done");
        assert_eq!(threads, 1);
        assert!(demand.load.queue_is_full(threads, queue) <= 0.001);
        assert!(demand.load.queue_is_full(threads, queue - 1) > 0.001);
    }

    #[test]
    fn no_number_of_threads_makes_a_service_faster() {
        let demand = demand(1.0, 200, 100, Service::Constant);
        assert_eq!(demand.size(), Err(Impossible::ServiceIsTooSlow));
    }

    #[test]
    fn with_one_thread_the_latency_is_the_known_one() {
        // One thread, exponential: the whole stay is exponential with mean service / (1 - u).
        let Demand { load, .. } = demand(50.0, 10, 1, Service::Exponential);
        let expected = 0.010 / 0.5 * 100.0_f64.ln();
        let p99 = latency(&load, 1).expect("it fits").as_secs_f64();
        assert!((p99 - expected).abs() < 1e-6, "{p99} is not {expected}");
    }

    #[test]
    fn equal_rates_need_no_division_by_zero() {
        let Demand { load, .. } = demand(100.0, 10, 1, Service::Exponential); // 1 busy of 2
        let p99 = latency(&load, 2).expect("it fits");
        assert!(p99 > Duration::from_millis(46) && p99 < Duration::from_millis(80), "{p99:?}");
    }
}
