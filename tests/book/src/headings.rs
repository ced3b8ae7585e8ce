//! Headings: one title, first of all, and below it no level is skipped.

use crate::html::written;

/// What is wrong with the headings of page `name`.
pub fn problems(name: &str, html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut above = 0;
    for element in written(html) {
        let Some(level) = level(&element.name) else {
            continue;
        };
        let text = element.text.trim();
        match (above, level) {
            (0, 1) => {}
            (0, _) => found.push(format!("{name}: `{text}` stands before the title")),
            (_, 1) => found.push(format!("{name}: a second title, `{text}`")),
            _ if level > above + 1 => {
                found.push(format!("{name}: `{text}` jumps from level {above} to {level}"));
            }
            _ => {}
        }
        if text.is_empty() {
            found.push(format!("{name}: an empty heading"));
        }
        above = level;
    }
    if above == 0 {
        found.push(format!("{name}: no heading"));
    }
    found
}

fn level(element: &str) -> Option<u32> {
    let digit = element.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&digit).then_some(digit)
}

#[test]
fn headings_that_jump_repeat_or_lack_are_found() {
    let page = |inner: &str| problems("p", &format!("<h1>menu</h1><main>{inner}</main>"));
    assert_eq!(page("<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>"), [""; 0]);
    assert_eq!(page("<h1>A</h1><h3>C</h3>"), ["p: `C` jumps from level 1 to 3"]);
    assert_eq!(page("<h1>A</h1><h1>B</h1>"), ["p: a second title, `B`"]);
    assert_eq!(page("<h2>B</h2><h1>A</h1>").len(), 2);
    assert_eq!(page("<h1> </h1>"), ["p: an empty heading"]);
    assert_eq!(page("<p>text</p>"), ["p: no heading"]);
}
