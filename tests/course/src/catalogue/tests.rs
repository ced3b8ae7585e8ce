use std::fs;

use tempfile::TempDir;

use super::*;

/// A course of the given files, each with its text.
fn course(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(root.path().join("chapters")).expect("a folder");
    for (path, text) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    root
}

const STUB: &str = "chapters/ch01-toy/src/exercises/echo.rs";
const ANSWER: &str = "solutions/ch01-toy/src/echo.rs";

#[test]
fn exercises_come_in_the_order_of_their_numbers() {
    let root = course(&[
        ("chapters/ch01-toy/src/exercises/mod.rs", ""),
        ("chapters/ch01-toy/src/exercises/a.rs", "//! Exercise 1.10: Ten\n"),
        ("chapters/ch01-toy/src/exercises/b.rs", "//! Exercise 1.9: Nine\nfn f() { todo!() }\n"),
        ("chapters/ch00-first/src/exercises/c.rs", "//! Exercise 0.1: First\n"),
        ("chapters/ch02-none/src/lib.rs", ""),
        ("chapters/notes/src/exercises/d.rs", ""),
    ]);
    let course = Course::open(root.path()).expect("a course");
    let numbers: Vec<_> = course.exercises().map(|e| e.number().to_string()).collect();
    assert_eq!(numbers, ["0.1", "1.9", "1.10"]);
    assert_eq!(course.chapters.len(), 3);
    let nine = course.exercise("1.9".parse().expect("a number")).expect("an exercise");
    assert_eq!((nine.name.as_str(), nine.title.text.as_str()), ("b", "Nine"));
    assert!(nine.waits());
    assert!(nine.stub().is_file());
    assert_eq!(nine.shown(&nine.stub()), "chapters/ch01-toy/src/exercises/b.rs");
}

#[test]
fn a_lost_first_line_is_found_in_the_answer() {
    let root = course(&[(STUB, "fn f() {}\n"), (ANSWER, "//! Exercise 1.1: Echo\n")]);
    let course = Course::open(root.path()).expect("a course");
    assert_eq!(course.exercises().next().expect("an exercise").title.text, "Echo");
}

#[test]
fn a_stub_that_is_no_text_is_still_an_exercise() {
    let root = course(&[(ANSWER, "//! Exercise 1.1: Echo\n")]);
    fs::create_dir_all(root.path().join(STUB).parent().expect("a folder")).expect("a folder");
    fs::write(root.path().join(STUB), b"//! Exercise 1.1: \xff\n").expect("a file");
    let course = Course::open(root.path()).expect("a course");
    let exercise = course.exercises().next().expect("an exercise");
    assert_eq!(exercise.title.text, "Echo");
    assert!(!exercise.waits() && exercise.read_stub().is_err());
}

#[test]
fn a_deleted_stub_is_still_an_exercise() {
    let root = course(&[
        (ANSWER, "//! Exercise 1.1: Echo\n"),
        ("solutions/ch01-toy/src/lib.rs", "//! Answers\n"),
        ("chapters/ch01-toy/src/lib.rs", ""),
    ]);
    let course = Course::open(root.path()).expect("a course");
    let exercise = course.exercises().next().expect("an exercise");
    assert!(!exercise.waits());
    assert_eq!(exercise.derived_stub().as_deref(), Ok("//! Exercise 1.1: Echo\n"));
}

#[test]
fn a_file_without_a_title_is_no_exercise() {
    let root = course(&[(STUB, "fn f() {}\n"), (ANSWER, "fn f() {}\n")]);
    assert_eq!(Course::open(root.path()).expect("a course").exercises().count(), 0);
}

#[test]
fn two_exercises_with_one_number_are_told() {
    let root = course(&[
        (STUB, "//! Exercise 1.1: Echo\n"),
        ("chapters/ch01-toy/src/exercises/limit.rs", "//! Exercise 1.1: Limit\n"),
    ]);
    let error = Course::open(root.path()).expect_err("a clash").to_string();
    assert!(error.ends_with("limit.rs: give another number: echo has this too"), "{error}");
}

#[test]
fn a_folder_without_chapters_is_no_course() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let error = Course::open(root.path()).expect_err("no course").to_string();
    assert!(error.ends_with("no course here: it has no folder `chapters`"), "{error}");
}
