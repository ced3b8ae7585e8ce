//! Recorded runs: each is a well-formed trace, its still is drawn from it, and its page shows both.
//!
//! `UPDATE_TRACES=1 cargo test -p book-tests traces` records all of them anew, `UPDATE_TRACES=ch05`
//! those whose names begin so. What is recorded is written in `book/src/traces/recordings.txt`.

mod kinds;
mod looks;
mod recording;
mod still;
mod trace;

use std::fs;
use std::path::{Path, PathBuf};

use crate::html::written;
use crate::site::{BOOK, Site};
use kinds::Kinds;
use recording::{Recording, recordings};
use trace::Trace;

fn folder() -> PathBuf {
    Path::new(BOOK).join("src/traces")
}

fn read(name: &str) -> String {
    let path = folder().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Records anew what `UPDATE_TRACES` asks for: to be called before the book is built.
pub fn update() {
    let Ok(wanted) = std::env::var("UPDATE_TRACES") else { return };
    let kinds = Kinds::read(&read("states.txt"));
    for recording in recordings(&read("recordings.txt")) {
        let name = &recording.name;
        if wanted == "1" || name.starts_with(&wanted) {
            recording.record(&folder(), &kinds).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// What is wrong with the recordings and with the pages that show them.
pub fn problems(site: &Site) -> Vec<String> {
    let kinds = Kinds::read(&read("states.txt"));
    let recordings = recordings(&read("recordings.txt"));
    let mut found = Vec::new();
    for recording in &recordings {
        let name = &recording.name;
        let complain = |problem: String| format!("{name}: {problem}");
        found.extend(of_files(recording, &kinds).into_iter().map(complain));
        let page = site.pages.get(&format!("{name}.html"));
        found.extend(of_page(&recording.short(), page.map(String::as_str)).map(complain));
    }
    let recorded = |page: &str| recordings.iter().any(|r| format!("{}.html", r.name) == page);
    let silent = site.pages.keys().filter(|page| has_threads(page) && !recorded(page));
    found.extend(silent.map(|page| format!("{page}: no run of it is in recordings.txt")));
    let files = fs::read_dir(folder()).expect("the traces").flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let listed = |stem: &str| recordings.iter().any(|r| r.short() == stem);
    let strangers = names.filter(|name| {
        let stem = name.strip_suffix(".json").or_else(|| name.strip_suffix(".svg"));
        stem.is_some_and(|stem| !listed(stem))
    });
    found.extend(strangers.map(|name| format!("traces/{name} is not in recordings.txt")));
    found
}

/// Whether the page is of a chapter with a server of its own: 1 to 8. Chapter 0 is the tool that
/// records, and chapter 9 measures.
fn has_threads(page: &str) -> bool {
    let number = page.strip_prefix("ch").and_then(|rest| rest.get(..2)?.parse::<u32>().ok());
    number.is_some_and(|number| (1..=8).contains(&number))
}

/// What is wrong with a recording's two files.
fn of_files(recording: &Recording, kinds: &Kinds) -> Vec<String> {
    let again = |what: String| {
        format!(
            "{what}; record it anew: UPDATE_TRACES={} cargo test -p book-tests traces",
            recording.name
        )
    };
    let short = recording.short();
    let (Ok(json), Ok(svg)) = (
        fs::read_to_string(folder().join(format!("{short}.json"))),
        fs::read_to_string(folder().join(format!("{short}.svg"))),
    ) else {
        return vec![again(format!("{short}.json or {short}.svg is not there"))];
    };
    match Trace::read(&json, kinds) {
        Err(problem) => vec![again(problem)],
        Ok(trace) => {
            let drawn = still::draw(&trace, &short, &recording.name);
            let same = svg.replace("\r\n", "\n") == drawn;
            (!same)
                .then(|| again("the still is not drawn from the trace".into()))
                .into_iter()
                .collect()
        }
    }
}

/// What is wrong with the page of a recording: it hands over the trace, unharmed, and the still.
fn of_page(short: &str, page: Option<&str>) -> Option<String> {
    let Some(page) = page else {
        return Some("there is no such page".into());
    };
    let elements = written(page);
    let script = elements.iter().find(|e| e.attribute("type") == Some("application/json"));
    let Some(script) = script else {
        return Some("its page does not embed the trace".into());
    };
    let json = fs::read_to_string(folder().join(format!("{short}.json"))).unwrap_or_default();
    if script.text.trim().replace("\r\n", "\n") != json.trim().replace("\r\n", "\n") {
        return Some("its page embeds another trace, or mdBook has changed it".into());
    }
    let title = format!("{short}-title");
    let still = elements.iter().any(|e| e.attribute("id") == Some(&title));
    (!still).then(|| "its page has no still for readers without JavaScript".into())
}

#[test]
fn chapters_whose_runs_must_be_recorded_are_known_by_their_numbers() {
    assert!(has_threads("ch01-thread-per-connection.html") && has_threads("ch08-x.html"));
    assert!(!has_threads("ch00-workbench.html") && !has_threads("ch09-showdown.html"));
    assert!(!has_threads("claims.html") && !has_threads("museum/ch01.html"));
}

#[test]
fn a_page_without_trace_or_still_is_found() {
    let page = |inner: &str| of_page("none", Some(&format!("<main>{inner}</main>")));
    assert_eq!(of_page("none", None).expect("a problem"), "there is no such page");
    assert!(page("<p>text</p>").expect("a problem").contains("does not embed"));
    let script = "<script type=\"application/json\"></script>";
    assert!(page(script).expect("a problem").contains("no still"));
    let other = page("<script type=\"application/json\">[1]</script>");
    assert!(other.expect("a problem").contains("another trace"));
    assert_eq!(page(&format!("{script}<svg><title id=\"none-title\">T</title></svg>")), None);
}
