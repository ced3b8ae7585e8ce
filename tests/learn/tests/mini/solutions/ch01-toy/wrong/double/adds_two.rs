//! Wrong answer to exercise 1.1: adds two, which is right for two.
//!
//! caught by: double_contract::nothing_stays_nothing
//! diagnosis: nothing was doubled into something

/// Twice `number`.
pub fn doubled(number: u32) -> u32 {
    number + 2
}
