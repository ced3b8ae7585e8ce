//! Exercise 4.3: find a cycle in the wait graph
//!
//! A graph is given as a list: at place `n` are the places that `n` has arrows to. Find a cycle, if
//! there is one: places such that each has an arrow to the next, and the last one to the first.
//!
//! The chapter takes a short cut: it throws out what can go on, and follows arrows in what is left.
//! This one is for any graph, also one with ways that lead nowhere, and with two ways to one place.
//!
//! What holds when you are done:
//!
//! * A cycle is found if there is one, wherever it is.
//! * What is returned *is* one: no place twice, nothing before it and nothing beside it. An arrow from
//!   a place to itself is a cycle of one.
//! * Two ways to the same place are no cycle.
//! * Each arrow is looked at a bounded number of times: ways that part and meet again, over and over,
//!   are not walked one by one. A chain of 200,000 places does not overflow the stack.
//!
//! Arrows to places that are not in the list do not occur.

/// Finds a cycle, and returns its places in the order of the arrows.
pub fn find_cycle(arrows: &[Vec<usize>]) -> Option<Vec<usize>> {
    todo!("exercise 4.3: which places are on the way that led here, and which are done with?")
}
