//! Wrong answer to exercise 4.3: a place that is off the way again is as good as new; and all that is behind it is walked again, and again.
//!
//! looked right: The result is right for every graph: only the time grows, and a small graph does not show it.
//! caught by: find_cycle_contract::ways_that_part_and_meet_are_not_walked_one_by_one
//! diagnosis: hangs: not done within

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
                colours[place] = Colour::White;
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
}
