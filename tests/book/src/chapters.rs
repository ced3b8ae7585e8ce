//! Links called "Chapter N": once that chapter has a page, they lead there.
//!
//! A page that names a chapter before it is written may point to the map of the course instead.

use std::collections::BTreeMap;

use crate::html::written;

/// What is wrong with such links on all `pages`.
pub fn problems(pages: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut found = Vec::new();
    for (name, html) in pages {
        for link in written(html).iter().filter(|element| element.name == "a") {
            let number = link.text.strip_prefix("Chapter ").and_then(|n| n.parse::<u32>().ok());
            let target = link.attribute("href").unwrap_or("");
            let Some(start) = number.map(|number| format!("ch{number:02}-")) else { continue };
            let chapter = pages.keys().find(|page| page.starts_with(&start));
            let there = target.rsplit('/').next().is_some_and(|file| file.starts_with(&start));
            if let Some(chapter) = chapter.filter(|_| !there) {
                found.push(format!("{name}: `{}` leads to {target}, not to {chapter}", link.text));
            }
        }
    }
    found.sort();
    found.dedup(); // a page may name a chapter many times
    found
}

#[test]
fn a_link_past_an_existing_chapter_is_found() {
    let found = |href: &str| {
        let link = format!("<main><a href=\"{href}\">Chapter 8</a></main>");
        problems(&BTreeMap::from([("a/b.html", link.as_str()), ("ch08-leader.html", "")]))
    };
    assert_eq!(found("../ch08-leader.html#idea"), [""; 0]);
    let problem = "a/b.html: `Chapter 8` leads to ../map.html, not to ch08-leader.html";
    assert_eq!(found("../map.html"), [problem]);
    let link = "<main><a href=\"map.html\">Chapter 9</a></main>";
    assert_eq!(problems(&BTreeMap::from([("a.html", link)])), [""; 0]);
}
