//! The glossary: sorted, each term defined, in both languages, and linked to a chapter.

use crate::html::{Element, written};

/// What is wrong with the glossary of page `name`.
pub fn problems(name: &str, html: &str) -> Vec<String> {
    let page = written(html);
    let terms: Vec<&Element> = page.iter().filter(|element| element.name == "dt").collect();
    let mut found = Vec::new();
    if terms.is_empty() {
        found.push("no term at all".to_owned());
    }
    for two in terms.windows(2) {
        let [one, other] = [two[0].text.trim(), two[1].text.trim()];
        if key(one) >= key(other) {
            found.push(format!("`{other}` stands after `{one}`"));
        }
    }
    // A definition follows its term, and what is inside the definition follows it.
    for (at, term) in page.iter().enumerate().filter(|(_, element)| element.name == "dt") {
        let after = &page[at + 1..];
        let end = after.iter().position(|element| element.name == "dt").unwrap_or(after.len());
        let inside = &after[..end];
        let has = |wanted: &dyn Fn(&Element) -> bool| {
            inside.iter().any(|element| element.is_inside("dd") && wanted(element))
        };
        let mut lacks = |what: &str| found.push(format!("`{}` has no {what}", term.text.trim()));
        if !inside.iter().any(|element| element.name == "dd" && element.text.len() > 40) {
            lacks("definition");
        }
        if !has(&|e| e.attribute("lang") == Some("zh") && !e.text.trim().is_empty()) {
            lacks("Chinese term");
        }
        if !has(&|e| e.name == "a" && e.text.starts_with("Chapter ")) {
            lacks("link to a chapter");
        }
    }
    found.into_iter().map(|problem| format!("{name}: {problem}")).collect()
}

/// By what a term is sorted: its letters alone, so that `half-sync` and `half close` are neighbours.
fn key(term: &str) -> String {
    term.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(name: &str) -> String {
        format!(
            "<dt>{name}</dt><dd><span lang=\"zh\">词</span>. A sentence that says what it is, at \
             least roughly. <a href=\"x\">Chapter 1</a></dd>"
        )
    }

    fn found(terms: &str) -> String {
        problems("g", &format!("<main><dl>{terms}</dl></main>")).join("; ")
    }

    #[test]
    fn sorted_and_complete_terms_pass() {
        assert_eq!(found(&(term("half-close") + &term("Half sync") + &term("token"))), "");
    }

    #[test]
    fn what_is_missing_or_out_of_order_is_told() {
        assert!(found("").contains("no term"));
        assert_eq!(found(&(term("b") + &term("a"))), "g: `a` stands after `b`");
        assert!(found(&(term("a") + &term("a"))).contains("after"));
        assert!(found(&term("a").replace("zh", "en")).contains("`a` has no Chinese term"));
        assert!(found(&term("a").replace("Chapter", "chapter")).contains("no link to a chapter"));
        assert!(found("<dt>a</dt>").contains("`a` has no definition"));
        let second = found(&(term("a") + &term("b").replace("zh", "en")));
        assert_eq!(second, "g: `b` has no Chinese term");
    }
}
