//! Both columns, next to each other.

use super::components::Components;
use super::contenders::Contender;
use super::lookups::Lookup;
use super::run::Observed;
use super::terms::{Terms, formula};

/// A server seen under many clients.
pub struct Crowd {
    /// How many.
    pub clients: usize,
    /// Leader/followers, then half-sync/half-reactive.
    pub seen: [Observed; 2],
}

/// Draws the terms, where each is from, and what is left over.
pub fn table(
    terms: &[Terms; 2],
    alone: &[Observed; 2],
    crowd: &Crowd,
    timed: &Components,
) -> String {
    let mut text = format!(
        "{:<38} {:>17} {:>24}\n",
        "nanoseconds for a message",
        Contender::LeaderFollowers.name(),
        Contender::HalfSync.name()
    );
    let mut row = |name: &str, cell: &dyn Fn(&Terms) -> f64, none: bool| {
        let [first, second] = terms.each_ref().map(|terms| format!("{:.0}", cell(terms)));
        let first = if none { "–".to_owned() } else { first };
        text += &format!("{name:<38} {first:>17} {second:>24}\n");
    };
    row("demultiplex          timed alone", &|t| t.demultiplex, false);
    row("dispatch             timed alone", &|t| t.dispatch, false);
    row("process              from the journal", &|t| t.process, false);
    row("synchronise          timed alone", &|t| t.synchronise, false);
    row("switch               timed alone", &|t| t.switch, false);
    row("data transfer        timed alone", &|t| t.transfer, true);
    row("T, the sum", &Terms::sum, false);
    row("the client's latency from the journal", &|t| t.latency, false);
    row("not explained by T", &Terms::unexplained, false);
    text += "\nseen in the journal, and by the system\n";
    let mut row = |name: &str, [first, second]: [String; 2]| {
        text += &format!("{name:<38} {first:>17} {second:>24}\n");
    };
    row("from sending to a thread's beginning", terms.map(|t| format!("{:.0}", t.arrival)));
    row("from there until the thread rests", terms.map(|t| format!("{:.0}", t.work)));
    row("the server's waits, 1 client", alone.each_ref().map(switches));
    let clients = crowd.clients;
    row(&format!("the server's waits, {clients} clients"), crowd.seen.each_ref().map(switches));
    row(
        &format!("time by throughput, {clients} clients"),
        crowd.seen.each_ref().map(|seen| seen.each.as_nanos().to_string()),
    );
    text + &explanation(timed)
}

/// Draws the look-ups: a line for each number of handlers.
pub fn of_lookups(lookups: &[Lookup]) -> String {
    let mut text = "to find a handler, ns, among   in a slab   in a balanced tree\n".to_owned();
    for Lookup { handlers, slab, tree } in lookups {
        text += &format!("{handlers:>28} {slab:>11.1} {tree:>20.1}\n");
    }
    text
}

fn switches(seen: &Observed) -> String {
    seen.switches.map_or("–".to_owned(), |switches| format!("{switches:.2}"))
}

fn explanation(timed: &Components) -> String {
    format!(
        "\n{}\n{}\n\
         Medians of the messages of one client. An entry of the journal costs {:.0} ns here, and is taken\n\
         off wherever it falls. What is timed alone is the chapters' own component, by processor\n\
         time: in the server it meets colder caches, and a core that sleeps wakes later. Not\n\
         explained: the client's own calls, and how long the system takes to wake the thread that\n\
         waits for a socket, on both sides.\n",
        formula(Contender::LeaderFollowers),
        formula(Contender::HalfSync),
        timed.entry,
    )
}
