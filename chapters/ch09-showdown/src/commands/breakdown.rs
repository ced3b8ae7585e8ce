//! `breakdown`: where a message's time goes, in two patterns.

use anyhow::{Context, bail};
use ch00_workbench::cli::terminal::line;
use ch00_workbench::cli::values::number;
use ch09_showdown::affinity::pin_this_thread;
use ch09_showdown::breakdown::lookups::{Lookup, lookups};
use ch09_showdown::breakdown::table::{Crowd, of_lookups, table};
use ch09_showdown::breakdown::{Components, Contender, Observed, observe, terms};
use ch09_showdown::compare::markdown::here_and_now;
use ch09_showdown::compare::{Placement, builds};
use clap::Args;

#[derive(Args)]
pub struct BreakdownFlags {
    /// Messages of each client
    #[arg(long, value_name = "N", default_value = "5000", value_parser = |t: &str| number(t, 10..=1_000_000))]
    messages: usize,
    /// Clients of the second look, for whom messages are not followed, only counted
    #[arg(long, value_name = "N", default_value = "8", value_parser = |t: &str| number(t, 2..=200))]
    clients: usize,
    /// Bytes of a message
    #[arg(long, value_name = "BYTES", default_value = "64", value_parser = |t: &str| number(t, 1..=16_384))]
    payload: usize,
    /// Who runs on which core [default: same on Linux, free elsewhere]
    #[arg(long, value_enum)]
    placement: Option<Placement>,
}

/// Runs the command.
pub fn run(flags: &BreakdownFlags) -> anyhow::Result<()> {
    let placement = match flags.placement {
        Some(placement) => placement.check().map(|()| placement)?,
        None => {
            let (placement, note) = Placement::best();
            note.into_iter().for_each(line);
            placement
        }
    };
    if !builds::is_release() {
        line(
            "this is a debug build, and slower: cargo run --release -p ch09-showdown -- breakdown",
        );
    }
    let BreakdownFlags { messages, clients, payload, .. } = *flags;
    line(format_args!("{}", here_and_now()));
    line(format_args!(
        "{messages} messages of {payload} bytes, placement {placement}; first one client, then {clients}\n"
    ));
    let (timed, lookups) = timed(placement, messages)?;
    let seen = |clients| -> anyhow::Result<[Observed; 2]> {
        let of = |contender| observe(contender, clients, messages, payload, placement);
        Ok([of(Contender::LeaderFollowers)?, of(Contender::HalfSync)?])
    };
    let alone = seen(1)?;
    let crowd = Crowd { clients, seen: seen(clients)? };
    let Some(terms) = terms(&alone[0], &alone[1], &timed) else {
        bail!("no message could be followed from the client and back")
    };
    line(table(&terms, &alone, &crowd, &timed).trim_end());
    line(format_args!("\n{}", of_lookups(&lookups).trim_end()));
    Ok(())
}

/// On a thread of its own, which goes to the server's core.
fn timed(placement: Placement, times: usize) -> anyhow::Result<(Components, Vec<Lookup>)> {
    let timing = std::thread::Builder::new().name("timing".to_owned()).spawn(move || {
        if let Some(core) = placement.server() {
            pin_this_thread(core).with_context(|| format!("cannot run on core {core}"))?;
        }
        Ok((Components::time(times)?, lookups(times)))
    })?;
    timing.join().expect("timing does not panic")
}
