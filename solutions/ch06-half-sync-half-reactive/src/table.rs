//! Exercise 6.2: a table whose keys are never given twice
//!
//! An event may be on its way while its connection is closed, and find another one in the same
//! place. So a key names the place and its *generation*. The chapter's `Slots` begins anew after
//! some thousand million generations; yours never does: a place whose generations are used up is
//! retired.
//!
//! What holds when you are done:
//!
//! * A key fits what it was given for, as long as that is in the table, and nothing ever after.
//! * A place that was left is used again, so that the table grows no larger than what was in it at
//!   once; the place that was left last goes first.
//! * No key is given twice. A place is retired after its last generation.
//! * All operations take constant time.

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
        //@ stub
        //@ | todo!("exercise 6.2: take a vacant place, or a new one; what is the key?")
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, content: None });
            (self.slots.len() - 1) as u32
        });
        let slot = &mut self.slots[place as usize];
        slot.content = Some(item);
        Key { place, generation: slot.generation }
        //@ end
    }

    /// What has this key; `None` if it has gone, whoever is in its place now.
    pub fn get_mut(&mut self, key: Key) -> Option<&mut T> {
        //@ stub
        //@ | todo!("exercise 6.2: the place may be unknown, vacant, or somebody else's by now")
        let slot = self.slots.get_mut(key.place as usize)?;
        if slot.generation == key.generation { slot.content.as_mut() } else { None }
        //@ end
    }

    /// Takes out what has this key. From now on the key fits nothing.
    pub fn remove(&mut self, key: Key) -> Option<T> {
        //@ stub
        //@ | todo!("exercise 6.2: a new generation begins, and the place is vacant; or is retired")
        self.get_mut(key)?;
        let slot = &mut self.slots[key.place as usize];
        let item = slot.content.take();
        // Retired, it stays as it is: vacant, and in nobody's list.
        if slot.generation < self.last {
            slot.generation += 1;
            self.vacant.push(key.place);
        }
        item
        //@ end
    }

    /// Places that the table has, taken or not: what it costs in memory.
    pub fn places(&self) -> usize {
        self.slots.len()
    }
}
