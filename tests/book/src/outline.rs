//! The summary and the pages: each page is listed, once, and each listed page exists.

/// What is wrong, given the text of SUMMARY.md and the names of all `.md` files beside it.
pub fn problems(summary: &str, pages: &[String]) -> Vec<String> {
    let mut listed: Vec<&str> = summary.lines().filter_map(target).collect();
    listed.sort_unstable();
    let mut found = Vec::new();
    for twice in listed.windows(2).filter(|pair| pair[0] == pair[1]) {
        found.push(format!("SUMMARY.md lists {} twice", twice[0]));
    }
    for page in pages.iter().filter(|page| *page != "SUMMARY.md") {
        if !listed.contains(&page.as_str()) {
            found.push(format!("SUMMARY.md leaves {page} out"));
        }
    }
    for page in listed.iter().filter(|page| !pages.iter().any(|there| there == *page)) {
        found.push(format!("SUMMARY.md lists {page}, which is not there"));
    }
    found
}

/// The page that a line links to; a chapter that is not there yet links to none.
fn target(line: &str) -> Option<&str> {
    let (_, after) = line.split_once("](")?;
    let (target, _) = after.split_once(')')?;
    let page = target.trim().trim_start_matches("./");
    (!page.is_empty()).then_some(page)
}

#[test]
fn missing_forgotten_and_doubled_pages_are_found() {
    let pages = ["SUMMARY.md", "a.md", "b.md"].map(String::from);
    assert_eq!(problems("[A](a.md)\n- [B](b.md)\n- [C]()\n", &pages), [""; 0]);
    assert_eq!(problems("[A](a.md)\n", &pages), ["SUMMARY.md leaves b.md out"]);
    assert_eq!(
        problems("[A](a.md)\n[A](./a.md)\n[B](b.md)\n[D](d.md)\n", &pages),
        ["SUMMARY.md lists a.md twice", "SUMMARY.md lists d.md, which is not there"]
    );
}
