//! What to do about a pool whose jobs wait for each other.

use std::fmt;
use std::str::FromStr;

/// Nothing, or one of three cures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cure {
    /// One pool for both stages, and as many parents as come.
    #[default]
    None,
    /// One pool with a thread more than there are parents, whose number is bounded.
    Bigger,
    /// A pool for the parents and a pool for the children.
    Separate,
    /// One pool; a parent runs its own children while it waits.
    Helping,
}

/// All cures, by the names they have on the command line.
const NAMES: [(&str, Cure); 4] = [
    ("none", Cure::None),
    ("bigger", Cure::Bigger),
    ("separate", Cure::Separate),
    ("helping", Cure::Helping),
];

impl FromStr for Cure {
    type Err = String;

    fn from_str(text: &str) -> Result<Cure, String> {
        let found = NAMES.iter().find(|(name, _)| *name == text);
        let found = found.map(|(_, cure)| *cure);
        found.ok_or_else(|| "write none, bigger, separate or helping".to_owned())
    }
}

impl fmt::Display for Cure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = NAMES.iter().find(|(_, cure)| cure == self);
        f.write_str(found.map_or("unnamed", |(name, _)| name))
    }
}
