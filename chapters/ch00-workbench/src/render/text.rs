//! Text made fit for where it goes: a terminal, a narrow column, XML.

use std::borrow::Cow;

/// `text` without control characters: those are written out, as in `\n` or `\u{1b}`.
///
/// A message may hold what a client has sent, and a client must not move the cursor.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::new();
    for c in text.chars() {
        if c.is_control() {
            clean.extend(c.escape_default());
        } else {
            clean.push(c);
        }
    }
    Cow::Owned(clean)
}

/// `text` in at most `width` characters, the last one `…` if something is missing.
pub(crate) fn shortened(text: &str, width: usize) -> Cow<'_, str> {
    if text.chars().count() <= width {
        return Cow::Borrowed(text);
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    Cow::Owned(short)
}

/// `text` with spaces after it, up to `width` characters.
///
/// Padding comes before painting: escape codes have no width, but formatting would count them.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text:width$}")
}

/// `text` as XML, inside an element or an attribute.
pub(crate) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Two characters that Rust has, but XML has not.
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A count with its thing: `1 thread`, `2 threads`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(printable("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\n");
        assert_eq!(printable("naïve → fine"), "naïve → fine");
    }

    #[test]
    fn a_long_text_ends_in_an_ellipsis() {
        assert_eq!(shortened("connection-17", 20), "connection-17");
        assert_eq!(shortened("connection-17", 6), "conne…");
    }

    #[test]
    fn xml_has_no_character_left_that_means_something() {
        assert_eq!(xml("<a&\"'>\u{0}"), "&lt;a&amp;&quot;&#39;&gt;\\u{0}");
    }
}
