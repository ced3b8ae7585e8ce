//! The table of what each pattern can bear: as text, and as a fragment for a page of the book.
//!
//! It is made of what is *expected*. That it is true is what the trials show, one for each field.

use crate::case::Case;
use crate::expected::Expected;
use crate::servers::Server;

/// A reason why something cannot be, with the servers for which it holds.
type Reason = (&'static str, Vec<&'static str>);

/// Which server passes which case, in plain text: a line for each case.
pub fn plain(servers: &[&'static Server], cases: &[Case]) -> String {
    let width = cases.iter().map(|case| case.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (place, server) in servers.iter().enumerate() {
        text += &format!("{:width$}  {}{}\n", "", "| ".repeat(place), server.name);
    }
    for case in cases {
        let marks = servers.iter().map(|server| match (case.expected)(server) {
            Expected::Passes => "+",
            Expected::Cannot { .. } => "-",
        });
        let marks: Vec<_> = marks.collect();
        text += &format!("{:width$}  {}\n", case.name, marks.join(" "));
    }
    for (why, who) in reasons(servers, cases) {
        text += &format!("\n- {why}\n  {}\n", who.join(", "));
    }
    text
}

/// The same for a page of the book, with the reasons as numbered notes, and what is done in each
/// case.
pub fn page(servers: &[&'static Server], cases: &[Case]) -> String {
    let reasons = reasons(servers, cases);
    let mut text = String::from("| |");
    for server in servers {
        text += &format!(" {} |", server.name.trim_start_matches("ch0"));
    }
    text += &format!("\n|---|{}\n", ":-:|".repeat(servers.len()));
    for case in cases {
        text += &format!("| {} |", claim(case));
        for server in servers {
            text += &match (case.expected)(server) {
                Expected::Passes => " yes |".to_owned(),
                Expected::Cannot { why, .. } => {
                    let note = reasons.iter().position(|(reason, _)| *reason == why);
                    format!(" **no** <sup>{}</sup> |", note.map_or(0, |place| place + 1))
                }
            };
        }
        text += "\n";
    }
    text += "\nWhy not:\n\n";
    for (place, (why, who)) in reasons.iter().enumerate() {
        text += &format!("{}. {} ({}).\n", place + 1, capitalised(why), who.join(", "));
    }
    text += "\nWhat happens in each case:\n\n";
    for case in cases {
        text += &format!("- *{}*: {}.\n", claim(case), case.about);
    }
    text
}

/// The case's name, as a sentence.
fn claim(case: &Case) -> String {
    case.name.replace('_', " ")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn reasons(servers: &[&'static Server], cases: &[Case]) -> Vec<Reason> {
    let mut found: Vec<Reason> = Vec::new();
    for server in servers {
        for case in cases {
            let Expected::Cannot { why, .. } = (case.expected)(server) else { continue };
            match found.iter_mut().find(|(reason, _)| *reason == why) {
                Some((_, who)) if who.contains(&server.name) => {}
                Some((_, who)) => who.push(server.name),
                None => found.push((why, vec![server.name])),
            }
        }
    }
    found
}
