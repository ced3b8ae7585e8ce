fn main() {
    course::build::chapter();
}
