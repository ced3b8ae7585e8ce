//! Sections: every chapter's page has the same rooms, in the same order, none of them empty; and so
//! has every pattern card.

use crate::html::written;

/// The second-level headings of a chapter page. A page may have others between them.
pub const CHAPTER: [&str; 9] = [
    "The problem",
    "The idea",
    "Structure and sequence",
    "A walk through the code",
    "Run it",
    "What breaks",
    "Exercises",
    "In production",
    "Sources",
];

/// The second-level headings of a pattern card.
pub const CARD: [&str; 9] = [
    "Context",
    "Problem",
    "Solution",
    "Structure",
    "Dynamics",
    "Consequences",
    "Known uses",
    "Related",
    "Sources",
];

/// Whether the built page `name` is a chapter's: `ch01-….html`.
pub fn is_chapter(name: &str) -> bool {
    let number = name.strip_prefix("ch").and_then(|rest| rest.get(..2));
    number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}

/// Whether the built page `name` is a pattern card; their table of contents is none.
pub fn is_card(name: &str) -> bool {
    name.starts_with("patterns/") && name != "patterns/cards.html"
}

/// What is wrong with the sections of page `name`, which should be `wanted`.
pub fn problems(name: &str, html: &str, wanted: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut expected = wanted.iter().peekable();
    let mut blocks = written(html).into_iter();
    let mut blocks = blocks.by_ref().filter(|e| e.inside.last().is_some_and(|i| i == "main"));
    let mut open: Option<String> = None; // a section of which nothing but its heading was seen
    for block in blocks.by_ref() {
        let heading = block.name == "h2";
        if let (Some(empty), true) = (open.take(), heading) {
            found.push(format!("{name}: section `{empty}` is empty"));
        }
        if heading {
            let title = block.text.trim().to_owned();
            expected.next_if(|next| **next == title);
            open = Some(title);
        }
    }
    found.extend(open.map(|empty| format!("{name}: section `{empty}` is empty")));
    if let Some(missing) = expected.next() {
        found.push(format!("{name}: section `{missing}` is missing or out of order"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(titles: &[&str]) -> String {
        let section = |title: &&str| format!("<h2><a>{title}</a></h2><p>text</p>");
        format!("<main>{}</main>", titles.iter().map(section).collect::<String>())
    }

    #[test]
    fn all_sections_in_order_pass_with_others_between() {
        let mut titles = CHAPTER.to_vec();
        titles.insert(3, "An aside");
        assert_eq!(problems("p", &page(&titles), &CHAPTER), [""; 0]);
    }

    #[test]
    fn a_missing_a_moved_and_an_empty_section_are_found() {
        let missing = page(&CHAPTER[..8]);
        assert_eq!(
            problems("p", &missing, &CHAPTER),
            ["p: section `Sources` is missing or out of order"]
        );
        let mut moved = CHAPTER;
        moved.swap(1, 2);
        assert_eq!(problems("p", &page(&moved), &CHAPTER).len(), 1);
        let empty = page(&CHAPTER).replacen("<p>text</p>", "", 1);
        assert_eq!(problems("p", &empty, &CHAPTER), ["p: section `The problem` is empty"]);
        let last = page(&CHAPTER).replace("<p>text</p></main>", "</main>");
        assert_eq!(problems("p", &last, &CHAPTER), ["p: section `Sources` is empty"]);
    }

    #[test]
    fn chapter_pages_are_known_by_their_names() {
        assert!(is_chapter("ch01-thread-per-connection.html"));
        assert!(!is_chapter("chapters.html") && !is_chapter("introduction.html"));
    }
}
