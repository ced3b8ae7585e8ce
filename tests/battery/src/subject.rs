//! What a case is given: a running server, and how long to wait for what is in question.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use ch00_workbench::resources::ProcessUse;

use crate::client::Client;
use crate::expected::{Expected, PATIENCE};
use crate::process::{ANY_PORT, Process, poll};
use crate::servers::Server;

/// A server under test.
pub struct Subject {
    /// What it is.
    pub server: &'static Server,
    /// Its process.
    pub process: Process,
    /// How long to wait for what this server may be unable to do. Whatever every server does is
    /// waited for with [`PATIENCE`].
    pub patience: Duration,
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
        let mut subject = Subject { server, process, patience, baseline: None };
        let first = Client::connect(subject.process.address).and_then(Client::finish);
        first.with_context(|| {
            format!("the first client; the server printed:\n{}", subject.process.printed())
        })?;
        // Its descriptor may still be open, and its thread still be there, for a moment.
        subject.baseline = subject.settled();
        Ok(subject)
    }

    /// What it uses, once two looks in a row see the same.
    fn settled(&self) -> Option<ProcessUse> {
        let mut last = None;
        poll(PATIENCE, || {
            let now = self.process.uses().ok()?;
            let same = last.replace(now).is_some_and(|last| steady(last) == steady(now));
            same.then_some(now)
        })
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
            poll(PATIENCE, accepted).context("the client is not accepted")?;
        }
        Ok(client)
    }

    /// Waits until new clients are refused.
    ///
    /// # Errors
    /// If they are not.
    pub fn wait_until_it_refuses(&self) -> Result<()> {
        let refused = || {
            let outcome = TcpStream::connect_timeout(&self.process.address, PATIENCE);
            outcome.is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused).then_some(())
        };
        poll(PATIENCE, refused).context("new clients are not refused")
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
        let settled = poll(PATIENCE, || {
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

/// What changes with the clients, and with nothing else.
fn steady(uses: ProcessUse) -> (usize, usize) {
    (uses.descriptors, uses.threads)
}
