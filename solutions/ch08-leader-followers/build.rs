//! Writes the wrong answers of this chapter as tests of their own.

fn main() {
    course::build::solutions();
}
