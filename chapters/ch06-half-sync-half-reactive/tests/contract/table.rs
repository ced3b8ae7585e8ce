//! What exercise 6.2 must keep.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use ch00_workbench::within;

use super::table::{Key, Table};

const LIMIT: Duration = Duration::from_secs(5);

#[test]
#[cfg_attr(waiting = "table", ignore = "exercise 6.2 waits for you in src/exercises/table.rs")]
fn a_key_fits_nothing_once_its_own_has_gone() {
    within(LIMIT, || {
        let mut table = Table::new(u32::MAX);
        let old = table.insert("old");
        assert_eq!(table.get_mut(old), Some(&mut "old"));
        assert_eq!(table.remove(old), Some("old"));
        assert_eq!(table.get_mut(old), None, "its place is vacant");
        let new = table.insert("new");
        assert_eq!(new.place, old.place, "the place is used again");
        assert_eq!(table.get_mut(old), None, "a late event has reached the newcomer");
        assert_eq!(table.remove(old), None, "a late removal has removed the newcomer");
        assert_eq!(table.get_mut(new), Some(&mut "new"));
    });
}

#[test]
#[cfg_attr(waiting = "table", ignore = "exercise 6.2 waits for you in src/exercises/table.rs")]
fn the_place_that_was_left_last_goes_first() {
    within(LIMIT, || {
        let mut table = Table::new(u32::MAX);
        let keys: Vec<_> = (0..4).map(|item| table.insert(item)).collect();
        table.remove(keys[1]).expect("it is there");
        table.remove(keys[3]).expect("it is there");
        let places: Vec<_> = (0..3).map(|item| table.insert(item).place).collect();
        assert_eq!(places, [keys[3].place, keys[1].place, 4], "last left, first given");
    });
}

#[test]
#[cfg_attr(waiting = "table", ignore = "exercise 6.2 waits for you in src/exercises/table.rs")]
fn the_table_grows_no_larger_than_what_is_in_it_at_once() {
    within(LIMIT, || {
        let mut table = Table::new(u32::MAX);
        for round in 0..1_000 {
            let keys: Vec<_> = (0..5).map(|item| table.insert((round, item))).collect();
            for (item, key) in keys.into_iter().enumerate() {
                assert_eq!(table.remove(key), Some((round, item)));
            }
        }
        assert_eq!(table.places(), 5, "places for five at once");
    });
}

#[test]
#[cfg_attr(waiting = "table", ignore = "exercise 6.2 waits for you in src/exercises/table.rs")]
fn no_key_is_given_twice() {
    within(LIMIT, || {
        let (mut table, mut given) = (Table::new(3), HashSet::new());
        for round in 0..100 {
            let key = table.insert(round);
            assert!(given.insert(key), "{key:?} was given before");
            assert!(key.generation <= 3, "{key:?} is beyond the last generation");
            assert_eq!(table.remove(key), Some(round));
            for old in &given {
                assert_eq!(table.get_mut(*old), None, "{old:?} has gone");
            }
        }
        assert_eq!(table.places(), 25, "each place serves for four generations");
    });
}

#[test]
#[cfg_attr(waiting = "table", ignore = "exercise 6.2 waits for you in src/exercises/table.rs")]
fn keys_that_were_never_given_fit_nothing() {
    within(LIMIT, || {
        let mut table = Table::new(u32::MAX);
        let key = table.insert(1);
        for (place, generation) in [(key.place + 1, 0), (u32::MAX, 0), (key.place, 1)] {
            let never = Key { place, generation };
            assert_eq!(table.get_mut(never), None, "{never:?} was never given");
            assert_eq!(table.remove(never), None, "{never:?} was never given");
        }
        assert_eq!(table.remove(key), Some(1));
    });
}

#[test]
#[cfg_attr(waiting = "table", ignore = "exercise 6.2 waits for you in src/exercises/table.rs")]
fn many_come_and_go_in_any_order() {
    within(LIMIT, || {
        let (mut table, mut known) = (Table::new(9), BTreeMap::new());
        let mut dice = 12345_u32; // a fixed sequence, the same on every run
        for item in 0..2_000 {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if dice >> 31 == 0 || known.is_empty() {
                let key = table.insert(item);
                assert_eq!(known.insert((key.place, key.generation), item), None, "{key:?}");
            } else {
                let index = (dice >> 8) as usize % known.len();
                let (place, generation) = *known.keys().nth(index).expect("within the length");
                let item = known.remove(&(place, generation));
                assert_eq!(table.remove(Key { place, generation }), item);
            }
        }
        for ((place, generation), mut item) in known {
            assert_eq!(table.get_mut(Key { place, generation }), Some(&mut item));
        }
    });
}
