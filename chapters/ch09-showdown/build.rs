//! Tells the compiler which exercises of this chapter still wait for an answer.

fn main() {
    course::build::chapter();
}
