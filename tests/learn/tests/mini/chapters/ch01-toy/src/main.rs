//! Shows the flags it was given.

fn main() {
    let flags: Vec<String> = std::env::args().skip(1).collect();
    println!("toy runs with {flags:?}");
    std::process::exit(7);
}
