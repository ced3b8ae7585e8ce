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
    //@ stub
    //@ | todo!("exercise 4.3: which places are on the way that led here, and which are done with?")
    let mut colours = vec![Colour::White; arrows.len()];
    for start in 0..arrows.len() {
        if colours[start] != Colour::White {
            continue;
        }
        // The way that led here, each place with the number of its arrows that were followed. On
        // the heap, so that a long way needs no deep recursion.
        let mut way = vec![(start, 0)];
        colours[start] = Colour::Grey;
        while let Some((place, followed)) = way.last_mut() {
            let place = *place;
            let Some(next) = arrows[place].get(*followed).copied() else {
                colours[place] = Colour::Black;
                way.pop();
                continue;
            };
            *followed += 1;
            match colours[next] {
                Colour::White => {
                    colours[next] = Colour::Grey;
                    way.push((next, 0));
                }
                Colour::Grey => {
                    let places = way.iter().map(|(place, _)| *place);
                    return Some(places.skip_while(|place| *place != next).collect());
                }
                Colour::Black => {}
            }
        }
    }
    None
    //@ end
}
//@ stub

/// What is known of a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    /// Nobody was there.
    White,
    /// It is on the way that led here: an arrow to it closes a cycle.
    Grey,
    /// All that can be reached from it was looked at, and no cycle was there.
    Black,
}
//@ end
