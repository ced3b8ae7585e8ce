//! Whether a stub still waits for its learner.
//!
//! A stub waits as long as its tokens hold the name `todo` followed by `!`. Tokens, not text: a
//! `todo!` in a comment or a string is talk, and a learner may well leave it there.

use proc_macro2::{Spacing, TokenStream, TokenTree};

/// True as long as `source` holds a `todo!`.
///
/// A source that cannot even be split into tokens (an open brace, an open string) does not wait:
/// the learner has begun, and the compiler's error shall be seen.
pub fn waits(source: &str) -> bool {
    todos(source) > 0
}

/// How many `todo!`s `source` holds; none if it cannot be split into tokens.
pub fn todos(source: &str) -> usize {
    source.parse().map_or(0, count)
}

fn count(stream: TokenStream) -> usize {
    let mut found = 0;
    // Groups still to be looked into: a list, not recursion, so that deep nesting is harmless.
    let mut open = vec![stream];
    while let Some(stream) = open.pop() {
        let mut after_todo = false;
        for token in stream {
            found += usize::from(after_todo && is_bang(&token));
            after_todo = matches!(&token, TokenTree::Ident(name) if name == "todo");
            if let TokenTree::Group(group) = token {
                open.push(group.stream());
            }
        }
    }
    found
}

fn is_bang(token: &TokenTree) -> bool {
    // In `todo != 1` the `!` is joined to the `=` that follows; in `todo!(…)` it stands alone.
    matches!(token, TokenTree::Punct(punct)
        if punct.as_char() == '!' && punct.spacing() == Spacing::Alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_todo_waits_however_deep_it_lies() {
        assert!(waits("fn f() { todo!() }"));
        assert!(waits("mod m { impl S { fn f() { if x { todo !(\"exercise 1.1: …\") } } } }"));
        assert!(waits("fn f() { std::todo!() }"));
        assert!(waits("\u{feff}//! doc\r\nfn f() {\r\n    todo!()\r\n}\r\n"));
    }

    #[test]
    fn a_todo_that_is_only_talked_about_does_not_wait() {
        assert!(!waits("//! todo!()\n/// todo!()\nfn f() { /* todo!() */ } // todo!()"));
        assert!(!waits("fn f() -> &'static str { \"todo!()\" }"));
        assert!(!waits("fn f() -> &'static str { r#\"todo!(\"\")\"# }"));
        assert!(!waits("fn todo() {} fn f() { todo(); not_todo!(); let y = !todo; }"));
        assert!(!waits("fn f(todo: u8) -> bool { todo != 1 }"), "`!=` calls no macro");
    }

    #[test]
    fn a_source_that_does_not_lex_does_not_wait() {
        for source in
            ["fn f() { todo!()", "fn f() { todo!() } }", "fn f() { \"todo!() }", "/* todo!()"]
        {
            assert!(!waits(source), "{source}");
        }
    }

    #[test]
    fn every_todo_is_counted() {
        assert_eq!(todos("fn f() { todo!() } fn g() { h(todo!(), || { todo!() }) }"), 3);
        assert_eq!(todos(""), 0);
    }
}
