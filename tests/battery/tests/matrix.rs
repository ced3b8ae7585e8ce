//! The table in the book is the one that the battery shows to be true.

use std::fs;
use std::path::Path;

use battery::cases::CASES;
use battery::matrix;
use battery::servers::{SERVERS, Server};

#[test]
fn the_table_is_as_it_was() {
    let servers: Vec<&Server> = SERVERS.iter().collect();
    insta::assert_snapshot!("matrix", matrix::plain(&servers, CASES));
}

/// `UPDATE_TRANSCRIPTS=1` writes it anew, as it does with the transcripts.
#[test]
fn the_book_shows_this_table() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/tables/battery.txt"));
    let servers: Vec<&Server> = SERVERS.iter().collect();
    let table = matrix::page(&servers, CASES);
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(file, &table).expect("the table can be written");
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(kept, table, "UPDATE_TRANSCRIPTS=1 cargo test -p battery writes it anew");
}

#[test]
fn names_are_used_once() {
    let mut names: Vec<_> = CASES.iter().map(|case| case.name).collect();
    names.extend(SERVERS.iter().map(|server| server.name));
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None);
}
