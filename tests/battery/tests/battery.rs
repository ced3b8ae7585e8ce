//! Every server against every case; see the library's documentation.

use std::process::ExitCode;

fn main() -> ExitCode {
    battery::main()
}
