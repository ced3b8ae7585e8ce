//! Who takes part: each server with its package and its flags.
//!
//! A server is a program that understands `serve --quiet --addr 127.0.0.1:0 --work WORK`, says
//! `listening on ADDRESS`, and echoes. To add one, add a line.

/// How a server's threads follow from what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// As many as `--threads` says.
    AsTold,
    /// One, whatever is asked for.
    One,
    /// It starts one for each connection, without a flag.
    EachConnection,
    /// A pool, or a stage of a pattern, whose thread stays with a connection to its end: it needs `--threads` for each.
    PoolOfConnections,
}

/// Connections for which a thread each can be had on an ordinary machine.
const MOST_WITH_A_THREAD: usize = 2_000;

/// A server that takes part.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    /// Its name in tables and plots.
    pub name: &'static str,
    /// Its package, whose program has the same name.
    pub package: &'static str,
    /// Flags of its own, after `serve`.
    pub flags: &'static [&'static str],
    /// Its threads.
    pub threads: Threads,
}

/// This very package, which serves the peers.
pub const HERE: &str = env!("CARGO_PKG_NAME");

const fn peer(name: &'static str, flags: &'static [&'static str], threads: Threads) -> Server {
    Server { name, package: HERE, flags, threads }
}

const fn chapter(
    name: &'static str,
    package: &'static str,
    flags: &'static [&'static str],
    threads: Threads,
) -> Server {
    Server { name, package, flags, threads }
}

const CH06: &str = "ch06-half-sync-half-reactive";
const CH08: &str = "ch08-leader-followers";

/// All who take part, in the order of the tables.
pub const SERVERS: &[Server] = &[
    peer("tokio", &["--server", "tokio"], Threads::AsTold),
    peer("tokio-current", &["--server", "tokio-current"], Threads::One),
    peer("smol", &["--server", "smol"], Threads::AsTold),
    peer("floor-level", &["--server", "floor-level"], Threads::One),
    peer("floor-edge", &["--server", "floor-edge"], Threads::One),
    chapter("thread-each", "ch01-thread-per-connection", &[], Threads::EachConnection),
    chapter("tasks", "ch02-lightweight-threads", &[], Threads::AsTold),
    chapter("worker-pool", "ch03-worker-pool", &[], Threads::PoolOfConnections),
    chapter("stoppable-pool", "ch05-two-phase-termination", &[], Threads::PoolOfConnections),
    chapter("half-sync-reactor", CH06, &["--mode", "reactor"], Threads::AsTold),
    chapter("half-sync-proactor", CH06, &["--mode", "proactor"], Threads::AsTold),
    chapter("multi-reactor", "ch07-multi-reactor", &[], Threads::AsTold),
    chapter("leader-followers-s1", CH08, &["--stage", "s1"], Threads::PoolOfConnections),
    chapter("leader-followers-s2", CH08, &["--stage", "s2"], Threads::AsTold),
    chapter("leader-followers-s3", CH08, &["--stage", "s3"], Threads::AsTold),
    chapter("leader-followers-lifo", CH08, &["--stage", "s3", "--policy", "lifo"], Threads::AsTold),
    chapter("leader-followers-s4", CH08, &["--stage", "s4"], Threads::AsTold),
    chapter("leader-followers-s5", CH08, &["--stage", "s5"], Threads::AsTold),
];

impl Server {
    /// The server with this name.
    ///
    /// # Errors
    /// The names that there are.
    pub fn named(name: &str) -> Result<&'static Server, String> {
        let known = || SERVERS.iter().map(|server| server.name).collect::<Vec<_>>().join(", ");
        let found = SERVERS.iter().find(|server| server.name == name);
        found.ok_or_else(|| format!("no server is called `{name}`; there are: {}", known()))
    }

    /// The most connections that it can serve at once; `None`: as many as there are descriptors.
    pub fn most_connections(&self) -> Option<usize> {
        match self.threads {
            Threads::AsTold | Threads::One => None,
            Threads::EachConnection | Threads::PoolOfConnections => Some(MOST_WITH_A_THREAD),
        }
    }

    /// Its command line for so many connections and threads.
    pub fn command_line(&self, connections: usize, threads: usize, work: &str) -> Vec<String> {
        let mut line: Vec<String> =
            ["serve", "--quiet", "--addr", "127.0.0.1:0", "--work", work].map(Into::into).to_vec();
        line.extend(self.flags.iter().map(|&flag| flag.to_owned()));
        let threads = match self.threads {
            Threads::AsTold => Some(threads),
            Threads::PoolOfConnections => Some(connections),
            Threads::One | Threads::EachConnection => None,
        };
        line.extend(threads.map(|threads| format!("--threads={threads}")));
        line
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_name_is_there_once_and_is_found() {
        let names: HashSet<_> = SERVERS.iter().map(|server| server.name).collect();
        assert_eq!(names.len(), SERVERS.len());
        for server in SERVERS {
            assert_eq!(Server::named(server.name).expect("it is there").flags, server.flags);
        }
        let complaint = Server::named("nginx").expect_err("it does not take part");
        assert!(complaint.contains("`nginx`") && complaint.contains("tokio, "), "{complaint}");
    }

    #[test]
    fn a_pool_gets_a_thread_for_each_connection_and_others_what_is_asked_for() {
        let threads = |name: &str| {
            let line = Server::named(name).expect("it is there").command_line(50, 2, "none");
            line.last().filter(|last| last.starts_with("--threads")).cloned()
        };
        assert_eq!(threads("worker-pool").as_deref(), Some("--threads=50"));
        assert_eq!(threads("tokio").as_deref(), Some("--threads=2"));
        assert_eq!(threads("thread-each"), None);
    }
}
