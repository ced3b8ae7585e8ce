//! A restart on the same port, at once.

use anyhow::{Context, Result};

use crate::case::{Against, Case, Needs, Weight};
use crate::client::Client;
use crate::expected::{self, patience};
use crate::process;
use crate::subject::Subject;

/// The connections that a server has closed keep its port for a minute (TIME_WAIT), unless its
/// successor says that it does not mind.
pub const CASE: Case = Case {
    name: "its_port_is_free_at_once",
    about: "It is ended while clients are connected, and started again on the same port: it listens \
            at once, and serves",
    against: Against::Own(""),
    weight: Weight::Light,
    needs: Needs::Signals,
    expected: expected::passes,
    run,
};

/// No more than the smallest server here has threads.
const CLIENTS: usize = 4;

fn run(subject: &mut Subject) -> Result<()> {
    let address = subject.process.address;
    let clients = Client::connect_many(address, CLIENTS)?;
    for client in &clients {
        client.ask("hello", patience()).context("a client of the first server")?;
    }
    subject.process.tell_to_end()?;
    for client in clients {
        // The server's end comes first: it is the side that has to remember the connection.
        client.expect_end().context("a client of the first server")?;
    }
    subject.process.wait_until_it_has_ended()?;
    let second = process::Process::start(subject.server, "", &address.to_string())?;
    Client::connect(second.address)?.ask("again", patience()).context("a client of the second")?;
    Ok(())
}
