//! Drawings: as sources they keep to the rules that make them legible everywhere.

use std::collections::BTreeSet;

use crate::html::elements;

/// Every drawing is this wide in its own units, so that text of 12 units is legible at 360 pixels.
const WIDTH: &str = "0 0 360 ";

/// Attributes that would set a colour or a size past the theme.
const STYLING: [&str; 6] = ["style", "fill", "stroke", "color", "font-size", "opacity"];

/// The class names that the stylesheets know.
pub fn classes(css: &str) -> BTreeSet<String> {
    let selectors =
        css.split('}').filter_map(|rule| rule.rsplit_once('{')).map(|(before, _)| before);
    let mut known = BTreeSet::new();
    for selector in selectors {
        for part in selector.split('.').skip(1) {
            let name = part.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-');
            known.insert(name.collect());
        }
    }
    known
}

/// What is wrong with drawing `name`; `classes` are the ones that the stylesheets know.
pub fn problems(name: &str, svg: &str, classes: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    let mut complain = |problem: String| found.push(format!("{name}: {problem}"));
    if svg.trim_end().lines().any(|line| line.trim().is_empty()) {
        complain("a blank line would end the drawing in the page".into());
    }
    let stem = name.rsplit('/').next().unwrap_or(name).trim_end_matches(".svg");
    // A plot brings styles of its own, since it is also opened by itself.
    let own = own_classes(svg);
    let known = |class: &&str| classes.contains(*class) || own.contains(*class);
    for element in elements(svg) {
        for (key, value) in &element.attributes {
            let pattern = key == "fill" && value.starts_with(&format!("url(#{stem}-"));
            if STYLING.contains(&key.as_str()) && !pattern {
                complain(format!("`{key}=\"{value}\"`: use a class, so that it follows the theme"));
            } else if key == "viewbox" && element.name == "svg" && !value.starts_with(WIDTH) {
                complain(format!("viewBox `{value}`: draw it 360 wide"));
            } else if key == "id" && !value.starts_with(&format!("{stem}-")) {
                complain(format!(
                    "id `{value}` must start with `{stem}-`: pages hold many drawings"
                ));
            } else if key == "class" {
                let unknown = value.split_whitespace().filter(|class| !known(class));
                unknown.for_each(|class| complain(format!("class `{class}` has no style")));
            }
        }
        if element.name == "svg" && element.attribute("viewbox").is_none() {
            complain("no viewBox: it could not shrink".into());
        }
    }
    found
}

/// The classes that the drawing's own `<style>` knows.
fn own_classes(svg: &str) -> BTreeSet<String> {
    let style = svg.split_once("<style>").map_or("", |(_, after)| after);
    classes(style.split("</style>").next().unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(svg: &str) -> String {
        problems("diagrams/a.svg", svg, &classes(".diagram .box, .b:hover { x: 1.5; }")).join("; ")
    }

    #[test]
    fn a_drawing_by_the_rules_passes() {
        assert_eq!(
            found("<svg viewBox=\"0 0 360 9\">\n<g id=\"a-g\" class=\"box b\"/>\n</svg>\n"),
            ""
        );
    }

    #[test]
    fn each_broken_rule_is_named() {
        let inside = |inner: &str| found(&format!("<svg viewBox=\"0 0 360 9\">{inner}</svg>"));
        assert!(inside("\n\n").contains("blank line"));
        assert!(inside("<path fill=\"#fff\"/>").contains("follows the theme"));
        assert!(inside("<path fill=\"url(#b-x)\"/>").contains("follows the theme"));
        assert_eq!(inside("<path fill=\"url(#a-x)\"/>"), "");
        assert!(inside("<path style=\"x\"/>").contains("follows the theme"));
        assert!(inside("<path id=\"head\"/>").contains("start with `a-`"));
        assert!(inside("<path class=\"bx\"/>").contains("class `bx` has no style"));
        let own = "<style>.a .mine{fill:red}</style><path class=\"mine\"/><path class=\"thine\"/>";
        assert_eq!(inside(own), "diagrams/a.svg: class `thine` has no style");
        assert!(found("<svg viewBox=\"0 0 900 9\"></svg>").contains("360 wide"));
        assert!(found("<svg></svg>").contains("no viewBox"));
    }
}
