fn main() {
    course::build::solutions();
}
