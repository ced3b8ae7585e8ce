//! Wrong answer to exercise 4.3: short and right, with a call for each arrow; and a stack holds only so many calls.
//!
//! looked right: A graph that one draws by hand is never deep.
//! caught by: find_cycle_contract::a_long_chain_does_not_overflow_the_stack
//! diagnosis: has overflowed its stack

/// Finds a cycle, and returns its places in the order of the arrows.
pub fn find_cycle(arrows: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut colours = vec![Colour::White; arrows.len()];
    let mut way = Vec::new();
    (0..arrows.len()).find_map(|start| walk(arrows, &mut colours, &mut way, start))
}

fn walk(
    arrows: &[Vec<usize>],
    colours: &mut [Colour],
    way: &mut Vec<usize>,
    place: usize,
) -> Option<Vec<usize>> {
    match colours[place] {
        Colour::Black => return None,
        Colour::Grey => {
            let start = way.iter().position(|on_it| *on_it == place)?;
            return Some(way[start..].to_vec());
        }
        Colour::White => {}
    }
    colours[place] = Colour::Grey;
    way.push(place);
    let found = arrows[place].iter().find_map(|next| walk(arrows, colours, way, *next));
    colours[place] = Colour::Black;
    way.pop();
    found
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
