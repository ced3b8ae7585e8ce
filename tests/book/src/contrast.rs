//! Contrast, as WCAG 2 defines it: text 4.5 : 1 on what it stands on, lines 3 : 1.

use crate::css::{Variables, colour, variables};

const THEMES: [&str; 5] = ["light", "rust", "coal", "navy", "ayu"];
const STATES: [&str; 6] = ["leader", "processing", "follower", "idle", "waiting", "danger"];

const TEXT: f64 = 4.5; // level AA, text of usual size
const LINE: f64 = 3.0; // level AA, parts of a figure

/// What is hard to see, given mdBook's stylesheet of themes and the course's colours.
pub fn problems(themes: &str, ours: &str) -> Vec<String> {
    let mut found = Vec::new();
    for theme in THEMES {
        let mut screen = variables(themes, theme, false);
        screen.extend(variables(ours, theme, false));
        found.extend(pairs(&screen).into_iter().map(|problem| format!("{theme}: {problem}")));
        let mut paper = screen;
        paper.extend(variables(ours, theme, true));
        paper.insert("--bg".into(), "#ffffff".into());
        found.extend(pairs(&paper).into_iter().map(|p| format!("{theme}, printed: {p}")));
    }
    found
}

/// Every pair of colours that meet on a page, and whether they can be told apart.
fn pairs(set: &Variables) -> Vec<String> {
    let mut found = Vec::new();
    let mut pair =
        |front: &str, back: &str, least| found.extend(too_close(set, front, back, least));
    for surface in ["--bg", "--dg-paper"] {
        pair("--dg-ink", surface, TEXT);
        pair("--dg-quiet", surface, TEXT);
        pair("--dg-line", surface, LINE);
    }
    pair("--dg-link", "--bg", TEXT);
    pair("--sidebar-non-existant", "--sidebar-bg", TEXT);
    pair("--dg-danger", "--bg", LINE);
    for state in STATES {
        let (line, fill) = (format!("--dg-{state}"), format!("--dg-{state}-fill"));
        pair("--dg-ink", &fill, TEXT);
        pair("--dg-quiet", &fill, TEXT);
        pair(&line, &fill, LINE);
        pair(&line, "--bg", LINE);
    }
    found
}

fn too_close(set: &Variables, front: &str, back: &str, least: f64) -> Option<String> {
    let read = |name: &str| set.get(name).and_then(|value| colour(value));
    let (Some(over), Some(under)) = (read(front), read(back)) else {
        return Some(format!("{front} or {back} is not set to a colour"));
    };
    let ratio = contrast(over, under);
    let close = || format!("{front} on {back} has contrast {ratio:.2}, less than {least}");
    (ratio < least).then(close)
}

fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// How bright the eye finds a colour, from 0 to 1.
fn luminance(rgb: [f64; 3]) -> f64 {
    let linear = |c: f64| {
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = rgb.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_is_21_and_the_known_grey_just_passes() {
        assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 1e-9);
        let grey = colour("#767676").expect("a colour");
        assert!((contrast(grey, [1.0; 3]) - 4.54).abs() < 0.01);
    }

    #[test]
    fn a_pale_ink_and_a_missing_colour_are_found() {
        let set = |ink: &str| {
            Variables::from(
                [("--bg", "#fff"), ("--dg-ink", ink)].map(|(k, v)| (k.into(), v.into())),
            )
        };
        let close = too_close(&set("#999"), "--dg-ink", "--bg", TEXT).expect("too pale");
        assert_eq!(close, "--dg-ink on --bg has contrast 2.85, less than 4.5");
        assert!(too_close(&set("#333"), "--dg-ink", "--bg", TEXT).is_none());
        assert!(too_close(&set("#333"), "--dg-line", "--bg", LINE).is_some());
    }

    #[test]
    fn a_theme_without_our_colours_is_found() {
        let themes = ".light { --bg: #fff; }";
        let found = problems(themes, "");
        assert!(found.iter().any(|p| p.starts_with("light: --dg-ink or --bg")), "{found:?}");
        assert!(found.iter().any(|p| p.starts_with("ayu, printed:")), "{found:?}");
    }
}
