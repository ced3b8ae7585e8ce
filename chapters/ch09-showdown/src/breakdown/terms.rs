//! The terms of the formulas, from what was observed and what was timed.

use super::components::Components;
use super::contenders::Contender;
use super::run::Observed;
use super::spans::Message;
use crate::compare::statistics::Spread;

/// Nanoseconds for a message, by the formula's terms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// To learn which handle is ready. Timed.
    pub demultiplex: f64,
    /// To find its handler. Timed.
    pub dispatch: f64,
    /// To read, work, write, and have the handle watched again. From the journal.
    pub process: f64,
    /// Locks. Timed.
    pub synchronise: f64,
    /// To wake another thread, and to have it run. Timed.
    pub switch: f64,
    /// To put the task somewhere, and to fetch it from there. Timed; leader/followers has none.
    pub transfer: f64,
    /// What the client waits for its answer: from the journal.
    pub latency: f64,
    /// From sending to when a thread has the message: from the journal.
    pub arrival: f64,
    /// From there to when it is done, with what a promotion costs the leader: from the journal.
    pub work: f64,
}

/// Locks that half-sync/half-reactive takes for a message: queue and completions, in and out.
const LOCKS: f64 = 4.0;

/// The terms of both, leader/followers first; `None` if no message could be followed.
///
/// Both chapters process with the same code (chapter 6's). In leader/followers' journal the span also holds
/// the call that wakes the follower, which is among the timed terms already; so *process* is
/// half-sync/half-reactive's for both.
pub fn terms(leader: &Observed, half_sync: &Observed, timed: &Components) -> Option<[Terms; 2]> {
    let seen = [leader, half_sync].map(|observed| Seen::of(&observed.messages, timed.entry));
    let [Some(leader), Some(half_sync)] = seen else { return None };
    let common = |seen: Seen| Terms {
        demultiplex: timed.demultiplex,
        dispatch: timed.dispatch + timed.lock,
        process: half_sync.work,
        synchronise: 0.0,
        switch: 0.0,
        transfer: 0.0,
        latency: seen.latency,
        arrival: seen.arrival,
        work: seen.work,
    };
    // A promotion is two visits to the monitor: one to promote, one to join again.
    let promoting = 2.0 * timed.lock;
    let queueing = LOCKS * timed.lock;
    let half = timed.transfer / 2.0; // the queue's part, which its hand-over holds as well
    Some([
        Terms {
            synchronise: promoting,
            switch: (timed.promotion - promoting).max(0.0),
            ..common(leader)
        },
        Terms {
            synchronise: queueing,
            switch: (timed.hand_over - half).max(0.0),
            transfer: (timed.transfer - queueing).max(0.0),
            ..common(half_sync)
        },
    ])
}

impl Terms {
    /// T: all terms together.
    pub fn sum(&self) -> f64 {
        let Terms { demultiplex, dispatch, process, synchronise, switch, transfer, .. } = self;
        demultiplex + dispatch + process + synchronise + switch + transfer
    }

    /// The client's latency without T: its own calls, and its and the server's wake-ups by the
    /// system. Negative: the client did not have to wait for all of T.
    pub fn unexplained(&self) -> f64 {
        self.latency - self.sum()
    }
}

/// Medians over the messages, without what the entries have cost.
#[derive(Clone, Copy)]
struct Seen {
    arrival: f64,
    work: f64,
    latency: f64,
}

impl Seen {
    fn of(messages: &[Message], entry: f64) -> Option<Seen> {
        let median = |span: fn(&Message, f64) -> f64| {
            Spread::of(messages.iter().map(|message| span(message, entry))).map(|it| it.median)
        };
        Some(Seen {
            arrival: median(|message, entry| message.sent.to(message.taken, entry))?,
            work: median(|message, entry| message.taken.to(message.rested, entry))?,
            latency: median(|message, entry| message.sent.to(message.answered, entry))?,
        })
    }
}

/// Which of the two formulas a contender follows.
pub fn formula(contender: Contender) -> &'static str {
    match contender {
        Contender::LeaderFollowers => {
            "T(L/F)   = demultiplex + dispatch + process + synchronise + switch"
        }
        Contender::HalfSync => "T(HS/HR) = the same + data transfer",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::spans::Point;
    use super::*;

    const TIMED: Components = Components {
        entry: 100.0,
        lock: 10.0,
        dispatch: 5.0,
        demultiplex: 300.0,
        transfer: 100.0,
        promotion: 1_020.0,
        hand_over: 1_550.0,
    };

    fn observed(sent_taken_rested_answered: [u64; 4]) -> Observed {
        let [sent, taken, rested, answered] =
            sent_taken_rested_answered.map(|ns| Point { at: Duration::from_nanos(ns), entries: 0 });
        let messages = vec![Message { sent, taken, rested, answered }];
        Observed { messages, switches: None, each: Duration::ZERO }
    }

    #[test]
    fn the_terms_add_up_and_only_half_sync_transfers_data() {
        let [leader, half_sync] =
            terms(&observed([0, 900, 3_000, 2_500]), &observed([0, 2_000, 4_000, 4_500]), &TIMED)
                .expect("messages on both sides");
        assert_eq!((leader.demultiplex, leader.dispatch, leader.process), (300.0, 15.0, 2_000.0));
        assert_eq!((leader.synchronise, leader.switch, leader.transfer), (20.0, 1_000.0, 0.0));
        assert_eq!((leader.sum(), leader.unexplained()), (3_335.0, -835.0));
        assert_eq!((half_sync.synchronise, half_sync.switch), (40.0, 1_500.0));
        assert_eq!((half_sync.transfer, half_sync.sum()), (60.0, 3_915.0));
        assert_eq!((half_sync.arrival, half_sync.work, half_sync.latency), (2e3, 2e3, 4.5e3));
    }

    #[test]
    fn without_a_message_there_are_no_terms() {
        let nobody = Observed { messages: Vec::new(), switches: None, each: Duration::ZERO };
        assert!(terms(&nobody, &observed([0, 1, 2, 3]), &TIMED).is_none());
    }
}
