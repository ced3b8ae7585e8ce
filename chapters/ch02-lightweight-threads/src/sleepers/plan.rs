//! The size of the experiment, and the time it takes at best.

use std::time::Duration;

use ch00_workbench::resources::raise_descriptor_limit;

/// Descriptors that each process needs besides one for each client.
const SPARE_DESCRIPTORS: u64 = 100;

/// The size of the experiment.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Clients at a time.
    pub clients: usize,
    /// Requests of all clients together.
    pub requests: u64,
    /// How long the server sleeps over a request.
    pub sleep: Duration,
    /// Threads that run this chapter's tasks.
    pub threads: usize,
    /// Neither server may start more threads than this for its clients.
    pub max_threads: usize,
}

impl Plan {
    /// The time that the sleeping alone takes: one client's requests follow each other.
    pub fn ideal(&self) -> Duration {
        let rounds = self.requests.div_ceil(self.clients.max(1) as u64);
        self.sleep.saturating_mul(u32::try_from(rounds).unwrap_or(u32::MAX))
    }

    /// The plan without the clients for whom there is no request.
    pub fn without_idlers(self) -> Plan {
        let busy = usize::try_from(self.requests).unwrap_or(usize::MAX);
        Plan { clients: self.clients.min(busy), ..self }
    }

    /// The plan with as many clients as this process may have descriptors for, and as many
    /// requests *each* as before; raises the limit as far as allowed, and says what it cost.
    pub fn that_fits(self) -> (Plan, Option<String>) {
        let limit = raise_descriptor_limit();
        let fit = limit.saturating_sub(SPARE_DESCRIPTORS).max(1);
        let wanted = self.clients as u64;
        if wanted <= fit {
            return (self, None);
        }
        let requests = u128::from(self.requests) * u128::from(fit) / u128::from(wanted);
        let requests = u64::try_from(requests).unwrap_or(self.requests).max(1);
        let note = format!(
            "{limit} descriptors allow {fit} of {wanted} clients here, and so {requests} requests"
        );
        (Plan { clients: usize::try_from(fit).unwrap_or(usize::MAX), requests, ..self }, Some(note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ideal_is_the_time_of_the_busiest_client() {
        for (clients, requests, seconds) in [(10, 100, 20), (3, 4, 4), (5, 2, 2), (1, 7, 14)] {
            let sleep = Duration::from_secs(2);
            let plan = Plan { clients, requests, sleep, threads: 1, max_threads: 1 };
            let plan = plan.without_idlers();
            assert_eq!(plan.ideal(), Duration::from_secs(seconds), "{plan:?}");
            assert!(plan.clients as u64 <= requests, "{plan:?}");
        }
    }
}
