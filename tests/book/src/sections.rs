//! Sections: every chapter's page has the same rooms, in the same order, none of them empty.

use crate::html::written;

/// The second-level headings of a chapter page. A page may have others between them.
const SECTIONS: [&str; 9] = [
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

/// Whether the built page `name` is a chapter's: `ch01-….html`.
pub fn is_chapter(name: &str) -> bool {
    let number = name.strip_prefix("ch").and_then(|rest| rest.get(..2));
    number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}

/// What is wrong with the sections of chapter page `name`.
pub fn problems(name: &str, html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut expected = SECTIONS.into_iter().peekable();
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
            expected.next_if(|next| *next == title);
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
        let mut titles = SECTIONS.to_vec();
        titles.insert(3, "An aside");
        assert_eq!(problems("p", &page(&titles)), [""; 0]);
    }

    #[test]
    fn a_missing_a_moved_and_an_empty_section_are_found() {
        let missing = page(&SECTIONS[..8]);
        assert_eq!(problems("p", &missing), ["p: section `Sources` is missing or out of order"]);
        let mut moved = SECTIONS;
        moved.swap(1, 2);
        assert_eq!(problems("p", &page(&moved)).len(), 1);
        let empty = page(&SECTIONS).replacen("<p>text</p>", "", 1);
        assert_eq!(problems("p", &empty), ["p: section `The problem` is empty"]);
        let last = page(&SECTIONS).replace("<p>text</p></main>", "</main>");
        assert_eq!(problems("p", &last), ["p: section `Sources` is empty"]);
    }

    #[test]
    fn chapter_pages_are_known_by_their_names() {
        assert!(is_chapter("ch01-thread-per-connection.html"));
        assert!(!is_chapter("chapters.html") && !is_chapter("introduction.html"));
    }
}
