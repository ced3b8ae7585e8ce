//! What a case is given: a running server, and how long to wait for what is in question.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use ch00_workbench::resources::ProcessUse;

use crate::client::{Client, Miss};
use crate::expected::{Expected, patience};
use crate::process::{ANY_PORT, Process, poll};
use crate::servers::Server;

/// How long a server's first client may take to be gone.
const SETTLES: Duration = Duration::from_millis(500);

/// How long a server is watched that is to rest, at the least.
const WATCHED: Duration = Duration::from_millis(400);

/// What a server at rest may compute at once, when whatever came before dies away; the kernel
/// counts in steps of 10 ms.
const AT_REST: Duration = Duration::from_millis(40);

/// And what part of the time from then on, for a look around now and then. One that spins takes all
/// of the time, or its share of it on a busy machine.
const PART_OF_THE_TIME: u32 = 20;

/// A server under test.
pub struct Subject {
    /// What it is.
    pub server: &'static Server,
    /// Its process.
    pub process: Process,
    /// How long to wait for what this server may be unable to do. Whatever every server does is
    /// waited for with [`patience`].
    pub patience: Duration,
    /// How long to watch a server that is to rest.
    pub watched: Duration,
    /// What it used when it had served its first client; `None` where the system does not tell.
    baseline: Option<ProcessUse>,
}

impl Subject {
    /// Starts the server, and has it serve one client, so that what it needs once is there.
    ///
    /// # Errors
    /// If it does not come up.
    pub fn start(server: &'static Server, flags: &str) -> Result<Subject> {
        let process = Process::start(server, flags, ANY_PORT)?;
        let patience = Expected::Passes.patience();
        let mut subject = Subject { server, process, patience, watched: WATCHED, baseline: None };
        let before = subject.process.uses().ok();
        let first = Client::connect(subject.process.address).and_then(Client::finish);
        first.with_context(|| {
            format!("the first client; the server printed:\n{}", subject.process.printed())
        })?;
        subject.baseline = subject.settled(before);
        Ok(subject)
    }

    /// What it uses when its first client has left: no descriptor more than when it began to
    /// listen. Or what two looks in a row see, for one that opens some only then, and keeps them.
    fn settled(&self, before: Option<ProcessUse>) -> Option<ProcessUse> {
        let before = before?.descriptors;
        let mut last = None;
        let mut same = |at_most| {
            let now = self.process.uses().ok()?;
            let steady = |uses: ProcessUse| (uses.descriptors, uses.threads);
            let same = last.replace(now).is_some_and(|last| steady(last) == steady(now));
            (same && now.descriptors <= at_most).then_some(now)
        };
        poll(SETTLES, || same(before)).or_else(|| poll(patience(), || same(usize::MAX)))
    }

    /// A new client of this server.
    pub fn connect(&self) -> Result<Client> {
        Client::connect(self.process.address)
    }

    /// A new client that the server has accepted, as its descriptors tell; where they do not, one
    /// that is connected.
    pub fn connect_and_be_accepted(&self) -> Result<Client> {
        let client = self.connect()?;
        if let Some(baseline) = self.baseline {
            let accepted = || {
                let now = self.process.uses().ok()?;
                (now.descriptors > baseline.descriptors).then_some(())
            };
            poll(patience(), accepted).context("the client is not accepted")?;
        }
        Ok(client)
    }

    /// Watches the server while nobody can be served: it must rest, and this client, which is
    /// owed nothing now, must get nothing.
    ///
    /// # Errors
    /// If it does not rest.
    pub fn expect_rest(&self, client: &Client) -> Result<()> {
        let before = self.process.uses()?.cpu;
        let begin = Instant::now();
        while begin.elapsed() < self.watched {
            // A look is a read that takes as long: there is nothing else to wait for.
            match client.receive(b"?", WATCHED / 4) {
                Err(Miss::NoAnswer(_)) => {}
                other => bail!("a client was owed nothing and got {other:?}"),
            }
            let used = self.process.uses()?.cpu - before;
            let time = begin.elapsed();
            let most = AT_REST + time / PART_OF_THE_TIME;
            ensure!(used <= most, "in {time:?} of rest the server computed for {used:?}");
        }
        Ok(())
    }

    /// Waits until new clients are refused.
    ///
    /// # Errors
    /// If they are not.
    pub fn wait_until_it_refuses(&self) -> Result<()> {
        let refused = || {
            let outcome = TcpStream::connect_timeout(&self.process.address, patience());
            outcome.is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused).then_some(())
        };
        poll(patience(), refused).context("new clients are not refused")
    }

    /// Waits until what the clients of a case had cost is given back: descriptors and threads.
    ///
    /// Workers that are only started when there is work are the server's own, and stay.
    ///
    /// # Errors
    /// If it is not, with figures.
    pub fn expect_nothing_left(&mut self) -> Result<()> {
        ensure!(self.process.is_running(), "the server has ended");
        let Some(baseline) = self.baseline else { return Ok(()) };
        let threads = baseline.threads + self.server.threads();
        let mut now = baseline;
        let settled = poll(patience(), || {
            now = self.process.uses().ok()?;
            (now.descriptors <= baseline.descriptors && now.threads <= threads).then_some(())
        });
        settled.with_context(|| {
            format!(
                "all clients have left, and the server keeps {} descriptors, not {}, and {} \
                 threads, not {threads}",
                now.descriptors, baseline.descriptors, now.threads
            )
        })
    }
}
