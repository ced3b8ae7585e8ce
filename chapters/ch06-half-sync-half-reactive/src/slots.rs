//! A table whose keys are never mistaken for each other.
//!
//! A place in a table is used again when what was there has gone, as a descriptor is. An event that
//! was on its way then would reach the newcomer. So a key names the place *and* how often it has
//! been given: a late event's key fits nothing any more.

use std::io;

/// Half of a key's bits say where, the other half say which.
const PLACE_BITS: u32 = usize::BITS / 2;

/// Places at most.
const PLACES: usize = 1 << PLACE_BITS;

/// Generations, after which a place's keys come round again. One fewer bit than there is room for,
/// so that no key is `usize::MAX`, which pollers keep for themselves.
const GENERATIONS: usize = 1 << (PLACE_BITS - 1);

/// Things by key. All operations take constant time.
pub struct Slots<T> {
    slots: Vec<Slot<T>>,
    /// The vacant place that was left last: it is given first, while the cache still knows it.
    free: Option<usize>,
    len: usize,
}

struct Slot<T> {
    /// How often this place was left; part of the key of whoever is in it now.
    generation: usize,
    content: Content<T>,
}

enum Content<T> {
    Taken(T),
    /// The next vacant place, or none.
    Vacant(Option<usize>),
}

impl<T> Slots<T> {
    /// An empty table.
    pub fn new() -> Slots<T> {
        Slots { slots: Vec::new(), free: None, len: 0 }
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts in what `make` returns, and returns its key. `make` is told the key, to register under
    /// it.
    ///
    /// # Errors
    /// An error of `make`, which leaves the table as it was; or a table that is full (on a machine
    /// of 64 bits, with four thousand million).
    pub fn insert_with(&mut self, make: impl FnOnce(usize) -> io::Result<T>) -> io::Result<usize> {
        let place = self.vacant_place()?;
        let key = self.key(place);
        let taken = make(key)?;
        if let Content::Vacant(next) = self.slots[place].content {
            self.free = next;
        }
        self.slots[place].content = Content::Taken(taken);
        self.len += 1;
        Ok(key)
    }

    /// What has this key; `None` if it has gone, whoever is in its place now.
    pub fn get(&self, key: usize) -> Option<&T> {
        match &self.slots.get(place(key))?.content {
            Content::Taken(taken) if self.key(place(key)) == key => Some(taken),
            _ => None,
        }
    }

    /// As [`Slots::get`], to change it.
    pub fn get_mut(&mut self, key: usize) -> Option<&mut T> {
        let current = self.key_of(key)?;
        match &mut self.slots[place(key)].content {
            Content::Taken(taken) if current == key => Some(taken),
            _ => None,
        }
    }

    /// Takes out what has this key. From now on the key fits nothing.
    pub fn remove(&mut self, key: usize) -> Option<T> {
        self.get(key)?;
        let place = place(key);
        let slot = &mut self.slots[place];
        slot.generation = (slot.generation + 1) % GENERATIONS;
        let content = std::mem::replace(&mut slot.content, Content::Vacant(self.free));
        self.free = Some(place);
        self.len -= 1;
        match content {
            Content::Taken(taken) => Some(taken),
            Content::Vacant(_) => None,
        }
    }

    /// All that are in it, with their keys.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.slots.iter().enumerate().filter_map(|(place, slot)| match &slot.content {
            Content::Taken(taken) => Some((self.key(place), taken)),
            Content::Vacant(_) => None,
        })
    }

    /// The keys of all that are in it.
    pub fn keys(&self) -> Vec<usize> {
        self.iter().map(|(key, _)| key).collect()
    }

    /// A place that is vacant; a new one if need be.
    fn vacant_place(&mut self) -> io::Result<usize> {
        if let Some(place) = self.free {
            return Ok(place);
        }
        if self.slots.len() == PLACES {
            return Err(io::Error::other("the table is full"));
        }
        self.slots.push(Slot { generation: 0, content: Content::Vacant(None) });
        self.free = Some(self.slots.len() - 1);
        Ok(self.slots.len() - 1)
    }

    /// The key of what is, or will next be, in `place`.
    fn key(&self, place: usize) -> usize {
        self.slots[place].generation << PLACE_BITS | place
    }

    /// The key that is current in the place of `key`.
    fn key_of(&self, key: usize) -> Option<usize> {
        (place(key) < self.slots.len()).then(|| self.key(place(key)))
    }
}

impl<T> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots::new()
    }
}

fn place(key: usize) -> usize {
    key & (PLACES - 1)
}

#[cfg(test)]
mod tests;
