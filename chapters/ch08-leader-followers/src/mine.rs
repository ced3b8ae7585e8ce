//! `--mine`: the learner's promotion policies in place of the chapter's.

use std::collections::HashSet;
use std::sync::{Mutex, Once, PoisonError};

use anyhow::bail;
use ch00_workbench::cli::terminal::line;
use ch08_leader_followers::exercises::promotion_policy::{Lifo, Priority, PromotionPolicy};
use ch08_leader_followers::s3::{self, Follower};
use ch08_leader_followers::{Config, Policy, Stage};

/// How often the thread with the greatest number is passed over: as it has the lowest priority.
const PATIENCE: usize = 8;

/// Puts the learner's policy in, and says so.
///
/// # Errors
/// If there is none yet, or it would not be asked.
pub fn put_in(config: &mut Config) -> anyhow::Result<()> {
    if cfg!(waiting = "promotion_policy") {
        bail!(
            "--mine: your answer to 8.2 can be used, and waits for you; `cargo learn hint 8.2` helps"
        );
    }
    if config.policy == Policy::Fifo || !matches!(config.stage, Stage::S3 | Stage::S4) {
        bail!(
            "--mine: your policies (8.2) are used in stages s3 and s4; use --policy lifo or priority"
        );
    }
    config.strategy = |policy| match policy {
        Policy::Lifo => Box::new(Yours::new(Lifo::default(), |_| ())),
        Policy::Priority => Box::new(Yours::new(Priority::new(PATIENCE), |priority| priority)),
        Policy::Fifo => policy.strategy(),
    };
    // The demo makes several servers.
    static SAID: Once = Once::new();
    SAID.call_once(|| line(format_args!("yours: the promotion policy (8.2), {:?}", config.policy)));
    Ok(())
}

/// The learner's policy. It is told who came and who went; the thread set shows who is there.
struct Yours<P: PromotionPolicy> {
    told: Mutex<Told<P>>,
    /// The priority as the policy takes it.
    priority: fn(usize) -> P::Priority,
}

struct Told<P> {
    policy: P,
    /// Whom the policy takes for waiting.
    waiting: HashSet<usize>,
}

impl<P: PromotionPolicy> Yours<P> {
    fn new(policy: P, priority: fn(usize) -> P::Priority) -> Yours<P> {
        Yours { told: Mutex::new(Told { policy, waiting: HashSet::new() }), priority }
    }
}

impl<P: PromotionPolicy<Follower = usize> + Send> s3::PromotionPolicy for Yours<P> {
    /// A policy that promotes nobody, or somebody who is not there, is overruled.
    fn choose(&self, followers: &[Follower]) -> usize {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let Told { policy, waiting } = &mut *told;
        let here: HashSet<usize> = followers.iter().map(|follower| follower.thread).collect();
        waiting.retain(|&gone| {
            let stays = here.contains(&gone);
            if !stays {
                policy.leave(gone);
            }
            stays
        });
        for follower in followers {
            if waiting.insert(follower.thread) {
                policy.join(follower.thread, (self.priority)(follower.priority));
            }
        }
        let Some(chosen) = policy.promote() else { return 0 };
        waiting.remove(&chosen);
        followers.iter().position(|follower| follower.thread == chosen).unwrap_or(0)
    }
}
