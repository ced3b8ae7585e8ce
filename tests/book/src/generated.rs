//! Pages that are made from other files, so that they cannot drift from them.
//!
//! The tests only compare. `UPDATE_PAGES=1 cargo test -p book-tests generated` writes them anew.

use std::env;
use std::fs;
use std::path::Path;

use crate::site::BOOK;

/// Whether page `name`, below the book's sources, says `wanted`; writes it if that is asked for.
pub fn problem(name: &str, wanted: &str) -> Option<String> {
    of_file(
        &Path::new(BOOK).join("src").join(name),
        name,
        wanted,
        env::var_os("UPDATE_PAGES").is_some(),
    )
}

fn of_file(path: &Path, name: &str, wanted: &str, update: bool) -> Option<String> {
    let found = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if found == wanted {
        return None;
    }
    if update {
        let folder = path.parent().expect("a page lies in a folder");
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, wanted));
        return written.err().map(|error| format!("{name}: {error}"));
    }
    let lines = || found.lines().chain([""; 1]).zip(wanted.lines()).enumerate();
    let differs = lines().find(|(_, (found, wanted))| found != wanted);
    let at = differs.map_or(0, |(number, _)| number + 1);
    Some(format!(
        "{name} is out of date from line {at} on: UPDATE_PAGES=1 cargo test -p book-tests generated"
    ))
}

#[test]
fn a_page_out_of_date_is_found_and_written_only_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deeper/page.md");
    let problem = of_file(&path, "page.md", "one\ntwo\n", false).expect("it is not there");
    assert!(problem.contains("UPDATE_PAGES=1"), "{problem}");
    assert!(!path.exists());
    assert_eq!(of_file(&path, "page.md", "one\ntwo\n", true), None);
    assert_eq!(of_file(&path, "page.md", "one\ntwo\n", false), None);
    let problem = of_file(&path, "page.md", "one\n2\n", false).expect("it differs");
    assert!(problem.contains("from line 2"), "{problem}");
}
