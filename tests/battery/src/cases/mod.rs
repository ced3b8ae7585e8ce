//! The cases, one file each. A new one needs its file, and two lines here.

mod black_holes;
mod churn;
mod descriptors;
mod every_byte;
mod greedy;
mod half_close;
mod idle;
mod never_reads;
mod odd_ends;
mod order;
mod quiet;
mod rebind;
mod refuses;
mod resets;
mod second_signal;
mod slow_bytes;
mod stop_alone;
mod stop_busy;
mod stop_full;
mod stop_idle;
mod thousand;

use crate::case::Case;

/// All cases, in the order of the book's table.
pub const CASES: &[Case] = &[
    every_byte::CASE,
    order::CASE,
    half_close::CASE,
    odd_ends::CASE,
    resets::CASE,
    never_reads::CASE,
    churn::CASE,
    quiet::CASE,
    descriptors::CASE,
    rebind::CASE,
    idle::CASE,
    slow_bytes::CASE,
    black_holes::CASE,
    greedy::CASE,
    thousand::CASE,
    stop_alone::CASE,
    stop_idle::CASE,
    stop_busy::CASE,
    refuses::CASE,
    stop_full::CASE,
    second_signal::CASE,
];
