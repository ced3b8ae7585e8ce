//! Wrong answer to exercise 6.2: it makes a new place for everybody.
//!
//! looked right: No key is ever given twice, and each fits exactly what it was given for.
//! caught by: table_contract::a_key_fits_nothing_once_its_own_has_gone
//! diagnosis: the place is used again

/// Where something is, and the how-manieth it is that has been there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// An index into the table.
    pub place: u32,
    /// From 0 on.
    pub generation: u32,
}

/// Things by key.
#[derive(Debug)]
pub struct Table<T> {
    slots: Vec<Slot<T>>,
    /// Places that are vacant and not retired; the one that was left last is at the end.
    vacant: Vec<u32>,
    /// The last generation that a place may have.
    last: u32,
}

#[derive(Debug)]
struct Slot<T> {
    /// Of what is here; if nothing is, of what comes next.
    generation: u32,
    content: Option<T>,
}

impl<T> Table<T> {
    /// An empty table, whose places are retired after generation `last`.
    pub fn new(last: u32) -> Table<T> {
        Table { slots: Vec::new(), vacant: Vec::new(), last }
    }

    /// Puts `item` in, and returns the key that fits it from now on.
    pub fn insert(&mut self, item: T) -> Key {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, content: None });
            (self.slots.len() - 1) as u32
        });
        let slot = &mut self.slots[place as usize];
        slot.content = Some(item);
        Key { place, generation: slot.generation }
    }

    /// What has this key; `None` if it has gone, whoever is in its place now.
    pub fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        let slot = self.slots.get_mut(key.place as usize)?;
        if slot.generation == key.generation { slot.content.as_mut() } else { None }
    }

    /// Takes out what has this key. From now on the key fits nothing.
    pub fn remove(&mut self, key: Key) -> Option<T> {
        self.get_mut(key)?;
        let slot = &mut self.slots[key.place as usize];
        let item = slot.content.take();
        // Retired, it stays as it is: vacant, and in nobody's list.
        if slot.generation < self.last {
            slot.generation += 1;
        }
        item
    }

    /// Places that the table has, taken or not: what it costs in memory.
    pub fn places(&self) -> usize {
        self.slots.len()
    }
}
