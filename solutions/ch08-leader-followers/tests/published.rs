//! The stubs of exercise 8.4 are the published programs, line by line, and one line to delete. As a
//! wrong answer, each of them is the very same, and is caught.

use std::fs;
use std::path::Path;

use course::Course;

/// A source from its first line of code on.
fn code(source: &str) -> Vec<&str> {
    source.lines().skip_while(|line| line.is_empty() || line.starts_with("//!")).collect()
}

#[test]
fn each_stub_and_one_wrong_answer_are_the_published_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the course");
    let course = Course::open(root).expect("the course is there");
    let hunts = [("8.4a", "lost_follower"), ("8.4b", "two_leaders"), ("8.4c", "forgotten_client")];
    for (number, name) in hunts {
        let number = number.parse().expect("a number");
        let exercise = course.exercise(number).expect("an exercise");
        let stub = exercise.derived_stub().expect("a stub");
        let stub: Vec<&str> = code(&stub).into_iter().filter(|l| !l.contains("todo!(")).collect();
        let file = root.join("chapters").join(&exercise.chapter).join("src").join("hunt");
        let published = fs::read_to_string(file.join(name).with_extension("rs")).expect("a file");
        assert_eq!(stub, code(&published), "the stub of {number}, and src/hunt/{name}.rs");
        let wrong = exercise.wrong().join("as_published.rs");
        let wrong = fs::read_to_string(wrong).expect("a file");
        assert_eq!(code(&wrong), code(&published), "a wrong answer to {number}, and src/hunt");
    }
}
