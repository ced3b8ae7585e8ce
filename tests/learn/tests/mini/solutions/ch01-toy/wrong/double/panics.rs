//! Wrong answer to exercise 1.1: panics, which nobody sees in a demo.
//!
//! caught by: double_contract::two_becomes_four
//! diagnosis: not so often

/// Twice `number`.
pub fn doubled(number: u32) -> u32 {
    assert_eq!(number, 0, "not so often");
    0
}
