//! The little of CSS that the contrast check needs: variables by theme, and colours.

use std::collections::BTreeMap;

/// Variables by name, such as `--bg`, with their values as written.
pub type Variables = BTreeMap<String, String>;

/// The variables that `css` sets for `theme`, a class name. Of two settings the later one counts.
/// With `print` those for paper count as well.
pub fn variables(css: &str, theme: &str, print: bool) -> Variables {
    let css = without_comments(css);
    let mut set = Variables::new();
    let mut medium = ""; // the condition of the @media block we are in
    let mut rest = css.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        let (before, after) = (rest[..at].trim(), &rest[at + 1..]);
        if rest[at..].starts_with('}') {
            (medium, rest) = ("", after); // rules are consumed whole: this one ends a @media block
        } else if before.starts_with('@') {
            (medium, rest) = (before, after);
        } else {
            let (body, after) = after.split_once('}').unwrap_or((after, ""));
            let applies = medium.is_empty() || (print && medium == "@media print");
            if applies && selects(before, theme) {
                set.extend(body.split(';').filter_map(declaration));
            }
            rest = after;
        }
    }
    set
}

fn without_comments(css: &str) -> String {
    let mut parts = css.split("/*");
    let first = parts.next().unwrap_or("").to_owned();
    first
        + &parts
            .filter_map(|part| part.split_once("*/"))
            .map(|(_, after)| after)
            .collect::<String>()
}

fn selects(selectors: &str, theme: &str) -> bool {
    let class = format!(".{theme}");
    selectors.split(',').map(str::trim).any(|s| s == class || s == format!("html{class}"))
}

fn declaration(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once(':')?;
    let name = name.trim();
    name.starts_with("--").then(|| (name.to_owned(), value.trim().to_owned()))
}

/// Red, green and blue, each from 0 to 1, of `#rgb`, `#rrggbb` or `hsl(h, s%, l%)`.
pub fn colour(value: &str) -> Option<[f64; 3]> {
    if let Some(hex) = value.strip_prefix('#') {
        let wide: String = match hex.len() {
            3 => hex.chars().flat_map(|c| [c, c]).collect(),
            _ => hex.to_owned(),
        };
        let number = u32::from_str_radix(&wide, 16).ok().filter(|_| wide.len() == 6)?;
        return Some([16, 8, 0].map(|shift| f64::from(number >> shift & 0xff) / 255.0));
    }
    let parts = value.strip_prefix("hsl(")?.strip_suffix(')')?;
    let mut numbers = parts.split(',').map(|part| part.trim().trim_end_matches('%').parse::<f64>());
    let mut next = || numbers.next()?.ok();
    let (hue, saturation, lightness) = (next()?, next()? / 100.0, next()? / 100.0);
    let reach = saturation * lightness.min(1.0 - lightness);
    // Each channel follows the same curve over the circle of hues, a third of a turn apart.
    Some([0.0, 8.0, 4.0].map(|offset| {
        let turn = (offset + hue / 30.0) % 12.0;
        lightness - reach * (turn - 3.0).min(9.0 - turn).clamp(-1.0, 1.0)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSS: &str = ".light, html:not(.js) { --bg: #fff; /* --bg: #000; */ color: red; }
        @media (prefers-color-scheme: dark) { html:not(.js) { --bg: #111; } }
        @media print { html.light, html.navy { --bg: #eee; } }
        .navy { --bg: #222; --fg: hsl(0, 0%, 100%); }
        .navy { --bg: #333; }";

    #[test]
    fn variables_follow_theme_order_and_medium() {
        assert_eq!(variables(CSS, "light", false)["--bg"], "#fff");
        assert_eq!(variables(CSS, "navy", false)["--bg"], "#333");
        assert_eq!(variables(CSS, "light", true)["--bg"], "#eee");
        assert!(variables(CSS, "coal", true).is_empty());
    }

    #[test]
    fn colours_in_both_notations_are_read() {
        assert_eq!(colour("#f00"), Some([1.0, 0.0, 0.0]));
        assert_eq!(colour("#00ff00"), Some([0.0, 1.0, 0.0]));
        assert_eq!(colour("hsl(240, 100%, 50%)"), Some([0.0, 0.0, 1.0]));
        assert_eq!(colour("hsl(0, 0%, 100%)"), Some([1.0, 1.0, 1.0]));
        assert_eq!(colour("var(--bg)"), None);
        assert_eq!(colour("#12345"), None);
    }
}
