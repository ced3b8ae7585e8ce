//! The learner's answers in the server's place (`--mine`), as far as there are any.

use std::sync::Arc;

use anyhow::bail;
use ch00_workbench::cli::terminal::line;
use ch07_multi_reactor::assign::Assign;
use ch07_multi_reactor::exercises::hand_over::Mailbox;
use ch07_multi_reactor::exercises::least_connections::LeastConnections;
use ch07_multi_reactor::inbox::HandOver;
use ch07_multi_reactor::order::Order;
use ch07_multi_reactor::server::Config;

use crate::flags::Policy;

/// Says which of the learner's answers will be used, where `policies` are.
///
/// # Errors
/// If there is none.
pub fn announce(policies: &[Policy]) -> anyhow::Result<()> {
    let mut yours = Vec::new();
    if has_policy() && policies.contains(&Policy::LeastConnections) {
        yours.push("least connections (7.1)");
    }
    if has_hand_over() {
        yours.push("the hand-over (7.2)");
    }
    if yours.is_empty() {
        bail!(
            "--mine: none of your answers can be used yet; `cargo learn` shows the next exercise \
             (7.1 is used together with --assign least-connections, 7.3 is a part on its own)"
        );
    }
    line(format_args!("yours: {}", yours.join(", ")));
    Ok(())
}

/// Puts the learner's answers into the configuration, as far as there are any.
pub fn put_in(config: &mut Config, policy: Policy) {
    if has_policy() && policy == Policy::LeastConnections {
        config.assign = Box::new(|workers| Arc::new(YourPolicy(LeastConnections::new(workers))));
    }
    if has_hand_over() {
        config.hand_over = Box::new(|wake| Arc::new(YourMailbox(Mailbox::new(wake))));
    }
}

fn has_policy() -> bool {
    !cfg!(waiting = "least_connections")
}

fn has_hand_over() -> bool {
    !cfg!(waiting = "hand_over")
}

/// The learner's policy.
struct YourPolicy(LeastConnections);

impl Assign for YourPolicy {
    fn assign(&self) -> usize {
        self.0.assign()
    }

    fn closed(&self, worker: usize) {
        self.0.closed(worker);
    }
}

/// The learner's hand-over.
struct YourMailbox(Mailbox<Order>);

impl HandOver<Order> for YourMailbox {
    fn give(&self, order: Order) {
        self.0.give(order);
    }

    fn take_all(&self, into: &mut Vec<Order>) {
        into.append(&mut self.0.take_all());
    }

    fn may_sleep(&self) -> bool {
        self.0.may_sleep()
    }
}
