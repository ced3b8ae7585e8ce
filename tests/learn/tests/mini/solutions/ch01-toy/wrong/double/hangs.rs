//! Wrong answer to exercise 1.1: waits for what never comes.
//!
//! caught by: double_contract::two_becomes_four
//! diagnosis: watchdog: the toy still waits for its key

/// Twice `number`.
pub fn doubled(number: u32) -> u32 {
    while number > 0 {
        std::thread::park();
    }
    0
}
