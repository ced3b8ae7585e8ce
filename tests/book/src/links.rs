//! Links: inside the book each finds its file and its place, outside each is https and well-formed.

use std::collections::{BTreeMap, BTreeSet};

use crate::html::{Element, elements};

/// What is wrong with the links of all `pages`; `exists` tells whether the site has a file.
pub fn problems(pages: &BTreeMap<String, String>, exists: &dyn Fn(&str) -> bool) -> Vec<String> {
    let read: BTreeMap<&str, Vec<Element>> =
        pages.iter().map(|(name, html)| (name.as_str(), elements(html))).collect();
    let places: BTreeMap<&str, BTreeSet<&str>> =
        read.iter().map(|(name, all)| (*name, ids(all).collect())).collect();
    let mut found = Vec::new();
    for (name, all) in &read {
        let mut seen = BTreeSet::new();
        let doubled = ids(all).filter(|id| !seen.insert(*id));
        found.extend(doubled.map(|id| format!("{name}: two elements have the id `{id}`")));
        for link in all.iter().filter_map(target) {
            let problem = if link.contains(':') || link.starts_with("//") {
                outside(link)
            } else {
                inside(name, link, &places, exists)
            };
            found.extend(problem.map(|problem| format!("{name}: `{link}`: {problem}")));
        }
    }
    found
}

fn ids(all: &[Element]) -> impl Iterator<Item = &str> {
    all.iter().filter_map(|element| element.attribute("id"))
}

fn target(element: &Element) -> Option<&str> {
    match element.name.as_str() {
        "a" | "link" => element.attribute("href"),
        "img" | "script" | "iframe" => element.attribute("src"),
        _ => None,
    }
}

fn inside(
    page: &str,
    link: &str,
    places: &BTreeMap<&str, BTreeSet<&str>>,
    exists: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let (path, place) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or(path);
    let Some(file) = resolve(page, path) else {
        return Some("leaves the book".into());
    };
    if !exists(&file) {
        return Some(format!("there is no {file}"));
    }
    let known = places.get(file.as_str()).is_some_and(|ids| ids.contains(place));
    (!place.is_empty() && !known).then(|| format!("{file} has no place `{place}`"))
}

/// The file that `path` names, seen from `page`; none if it lies outside the book.
fn resolve(page: &str, path: &str) -> Option<String> {
    if path.is_empty() {
        return Some(page.to_owned());
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" => return None, // an absolute path: the book may be served from anywhere
            "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

fn outside(link: &str) -> Option<String> {
    let Some(rest) = link.strip_prefix("https://") else {
        return Some("outside the book only https is followed".into());
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let labels: Vec<&str> = host.split('.').collect();
    let label = |label: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        !label.is_empty() && label.chars().all(plain) && !label.starts_with('-')
    };
    let spaced = link.chars().any(|c| c.is_whitespace() || "<>\"{}|\\^`".contains(c));
    let good = labels.len() >= 2 && labels.iter().all(label) && !spaced;
    (!good).then(|| "not a well-formed address".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Vec<String> {
        let pages =
            [("a.html", body), ("sub/b.html", "<h2 id=\"place\">B</h2><a href=\"../a.html\">")];
        let pages = pages.map(|(name, html)| (name.to_owned(), html.to_owned())).into();
        let files = ["a.html", "sub/b.html", "x.css"];
        problems(&pages, &|file| files.contains(&file))
    }

    #[test]
    fn good_links_pass() {
        assert_eq!(found("<a href=\"sub/b.html#place\"><link href=\"./x.css\">"), [""; 0]);
        assert_eq!(found("<p id=\"top\"><a href=\"#top\">"), [""; 0]);
        assert_eq!(found("<a href=\"https://doc.rust-lang.org/std/#main\">"), [""; 0]);
    }

    #[test]
    fn a_missing_file_or_place_is_found() {
        assert_eq!(found("<a href=\"no.html\">"), ["a.html: `no.html`: there is no no.html"]);
        let place = found("<a href=\"sub/b.html#elsewhere\">");
        assert_eq!(place, ["a.html: `sub/b.html#elsewhere`: sub/b.html has no place `elsewhere`"]);
        assert_eq!(found("<a href=\"#no\">").len(), 1);
        assert_eq!(found("<img src=\"no.png\">").len(), 1);
        assert!(found("<a href=\"../README.md\">")[0].contains("leaves the book"));
        assert!(found("<a href=\"/a.html\">")[0].contains("leaves the book"));
    }

    #[test]
    fn a_bad_address_is_found() {
        for link in ["http://a.org", "ftp://a.org", "javascript:x()", "//a.org/x"] {
            let found = found(&format!("<a href=\"{link}\">"));
            assert!(found[0].contains("only https"), "{found:?}");
        }
        for link in ["https://", "https://localhost/x", "https://a..org", "https://a.org/b c"] {
            let found = found(&format!("<a href=\"{link}\">"));
            assert!(found[0].contains("well-formed"), "{found:?}");
        }
    }

    #[test]
    fn a_doubled_id_is_found() {
        let found = found("<p id=\"x\"><p id=\"x\">");
        assert_eq!(found, ["a.html: two elements have the id `x`"]);
    }
}
