use super::*;

const ANSWER: &str = "\
//! Exercise 1.2: A limit
//@ stub
use std::sync::Mutex;
//@ end

impl Limit {
    /// Docs are common.
    fn enter(&self) -> bool {
        //@ stub
        //@ | let guard = self;
        //@ |
        //@ |     todo!(\"exercise 1.2: enter\")
        let taken = self.lock();
        taken < 3
        //@ end
    }
}
";

const STUB: &str = "\
//! Exercise 1.2: A limit

impl Limit {
    /// Docs are common.
    fn enter(&self) -> bool {
        let guard = self;

            todo!(\"exercise 1.2: enter\")
    }
}
";

const SHOWN: &str = "\
//! Exercise 1.2: A limit
use std::sync::Mutex;

impl Limit {
    /// Docs are common.
    fn enter(&self) -> bool {
        let taken = self.lock();
        taken < 3
    }
}
";

fn derived(source: &str) -> Result<String, String> {
    derive(Path::new("a.rs"), source).map_err(|error| error.to_string())
}

#[test]
fn a_region_gives_way_to_its_own_stub_lines() {
    assert_eq!(derived(ANSWER).as_deref(), Ok(STUB));
}

#[test]
fn the_shown_answer_has_no_marker_lines() {
    assert_eq!(shown(ANSWER), SHOWN);
}

#[test]
fn carriage_returns_stay_as_they_are() {
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(derived(&windows(ANSWER)), Ok(windows(STUB)));
    assert_eq!(shown(&windows(ANSWER)), windows(SHOWN));
}

#[test]
fn a_last_line_without_a_line_break_stays_without_one() {
    assert_eq!(derived("a\nb").as_deref(), Ok("a\nb"));
    assert_eq!(derived("a\n//@ stub\n//@ | b\nc\n//@ end").as_deref(), Ok("a\nb\n"));
}

#[test]
fn an_answer_without_markers_is_its_own_stub() {
    assert_eq!(derived("fn f() {}\n").as_deref(), Ok("fn f() {}\n"));
}

#[test]
fn markers_that_do_not_pair_up_are_told_with_their_line() {
    for (source, told) in [
        ("\n//@ stub\n", "a.rs: line 2: write `//@ end` after this `//@ stub`"),
        ("//@ stub\n//@ stub\n", "a.rs: line 2: write `//@ end` before the next `//@ stub`"),
        ("//@ end\n", "a.rs: line 1: write `//@ stub` before this `//@ end`"),
        ("//@ | x\n", "a.rs: line 1: move this `//@ |` between `//@ stub` and `//@ end`"),
        ("//@ sbut\n", "a.rs: line 1: write `//@ stub`, `//@ | TEXT` or `//@ end`"),
        ("//@ stub\n//@ todo\n", "a.rs: line 2: write `//@ stub`, `//@ | TEXT` or `//@ end`"),
        ("//@ stub\n//@ |x\n//@ end\n", "a.rs: line 2: write a space after `//@ |`"),
    ] {
        assert_eq!(derived(source), Err(told.to_owned()), "{source:?}");
    }
}

#[test]
fn a_marker_within_a_line_of_code_is_code() {
    assert_eq!(derived("let a = 1; //@ stub\n").as_deref(), Ok("let a = 1; //@ stub\n"));
}
