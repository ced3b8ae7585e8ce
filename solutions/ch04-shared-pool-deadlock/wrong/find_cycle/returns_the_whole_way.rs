//! Wrong answer to exercise 4.3: the way has come back to a place on it, so the way is the cycle; but it may have begun long before.
//!
//! looked right: If the search happens to start on the cycle, the whole way is the cycle.
//! caught by: find_cycle_contract::what_leads_to_a_cycle_is_no_part_of_it
//! diagnosis: there is no arrow from 4 to 0

/// Finds a cycle, and returns its places in the order of the arrows.
pub fn find_cycle(arrows: &[Vec<usize>]) -> Option<Vec<usize>> {
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
                    return Some(places.collect());
                }
                Colour::Black => {}
            }
        }
    }
    None
}

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
