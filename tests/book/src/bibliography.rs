//! The page of all sources: collected from the "Sources" section of every chapter and card.

use std::collections::BTreeMap;

const HEAD: &str = "# Sources

What the pages of this book rest on, collected from their own lists. In brackets: the pages that cite it, where it is said
what for.

";

/// Everything cited, by what it is sorted by: how it is shown, and the pages that cite it.
type Cited = BTreeMap<String, (String, Vec<String>)>;

/// The page as markdown, given each page's file name within the book and its markdown.
pub fn page<'a>(pages: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let (mut books, mut links) = (Cited::new(), Cited::new());
    for (name, text) in pages {
        let link = format!("[{}](../{name})", label(name, text));
        for item in items(text) {
            for (key, shown) in books_in(&item) {
                cite(&mut books, key, shown, &link);
            }
            for (title, target) in links_in(&item) {
                let key = format!("{} {target}", title.to_lowercase().replace('`', ""));
                cite(&mut links, key, format!("[{title}]({target})"), &link);
            }
        }
    }
    let list = |cited: Cited| -> String {
        cited
            .into_values()
            .map(|(shown, pages)| format!("- {shown} ({})\n", pages.join(", ")))
            .collect()
    };
    format!("{HEAD}## Books\n\n{}\n## Documents on the web\n\n{}", list(books), list(links))
}

fn cite(cited: &mut Cited, key: String, shown: String, page: &str) {
    let (_, pages) = cited.entry(key).or_insert_with(|| (shown, Vec::new()));
    if !pages.iter().any(|known| known == page) {
        pages.push(page.to_owned());
    }
}

/// How a page is called: a chapter by its number, any other by its title.
fn label(name: &str, text: &str) -> String {
    let number = name.strip_prefix("ch").and_then(|rest| rest.get(..2)?.parse::<u32>().ok());
    let title = text.lines().next().unwrap_or(name).trim_start_matches("# ").to_owned();
    number.map_or(title, |number| format!("Chapter {number}"))
}

/// The items of the section "Sources", each as one line.
fn items(text: &str) -> Vec<String> {
    let section = text.split_once("\n## Sources\n").map_or("", |(_, after)| after);
    let section = section.split_once("\n## ").map_or(section, |(before, _)| before);
    let mut items: Vec<String> = Vec::new();
    for line in section.lines() {
        if let Some(first) = line.strip_prefix("- ") {
            items.push(first.to_owned());
        } else if let (Some(item), false) = (items.last_mut(), line.trim().is_empty()) {
            *item = format!("{item} {}", line.trim());
        }
    }
    items
}

/// Books, written as `Authors: *Title*, volume 2 (Publisher 2000)`, sorted by authors and title.
fn books_in(item: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for part in item.split("; ") {
        let Some((authors, rest)) = part.split_once(": *") else { continue };
        let Some((title, rest)) = rest.split_once('*') else { continue };
        let volume = rest.strip_prefix(", volume ").and_then(|rest| rest.split(' ').next());
        let Some((_, edition)) = rest.split_once('(') else { continue };
        let edition = edition.split(')').next().unwrap_or("");
        let volume = volume.map(|volume| format!(", volume {volume}")).unwrap_or_default();
        let shown = format!("{authors}: *{title}*{volume} ({edition})");
        found.push((shown.to_lowercase(), shown));
    }
    found
}

/// Links out of the book: title and address.
fn links_in(item: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in item.match_indices("](https://") {
        let title = item[..at].rsplit_once('[').map_or("", |(_, title)| title);
        let target = item[at + 2..].split(')').next().unwrap_or("");
        found.push((title.to_owned(), target.to_owned()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "# 1. One\n\ntext [no](https://no.org)\n\n## Sources\n\n\
        - Zed: *Last*, volume 2 (Press 2000), on\n  threads; Able and others: *First* (Press 1999).\n\
        - [b](https://b.org/x), and [`A`](https://a.org).\n\n## After\n\n- [no](https://no.org)\n";

    #[test]
    fn books_and_links_are_collected_sorted_and_told_once() {
        let two = "# A card\n\n## Sources\n\n- [b](https://b.org/x).\n- Zed: *Last*, volume 2 (Press 2000).";
        let page = page([("ch01-one.md", ONE), ("patterns/two.md", two)].into_iter());
        let body = page.strip_prefix(HEAD).expect("the head");
        let one = "[Chapter 1](../ch01-one.md)";
        let both = format!("{one}, [A card](../patterns/two.md)");
        assert_eq!(
            body,
            format!(
                "## Books\n\n- Able and others: *First* (Press 1999) ({one})\n\
                 - Zed: *Last*, volume 2 (Press 2000) ({both})\n\n\
                 ## Documents on the web\n\n- [`A`](https://a.org) ({one})\n\
                 - [b](https://b.org/x) ({both})\n"
            )
        );
    }
}
