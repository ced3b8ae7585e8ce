use super::*;

#[test]
fn a_key_fits_nothing_once_its_own_has_gone() {
    let mut slots = Slots::new();
    let old = slots.insert_with(|_| Ok("old")).expect("room");
    assert_eq!(slots.remove(old), Some("old"));
    let new = slots.insert_with(|_| Ok("new")).expect("room");
    assert_eq!(place(old), place(new), "the place is used again");
    assert_eq!(slots.get(old), None);
    assert_eq!(slots.remove(old), None);
    assert_eq!(slots.get(new), Some(&"new"));
    assert_eq!(slots.len(), 1);
}

#[test]
fn a_failed_insert_changes_nothing() {
    let mut slots = Slots::<()>::new();
    let mut told = None;
    let failed = slots.insert_with(|key| {
        told = Some(key);
        Err(io::Error::other("no"))
    });
    assert!(failed.is_err() && slots.is_empty());
    assert_eq!(slots.insert_with(|_| Ok(())).ok(), told, "the key was not used up");
}

#[test]
fn no_key_is_the_pollers_own() {
    let mut slots = Slots::new();
    for round in 0..3 * GENERATIONS.min(1000) {
        let key = slots.insert_with(|_| Ok(round)).expect("room");
        assert_ne!(key, usize::MAX);
        assert_eq!(slots.remove(key), Some(round));
    }
    let last = (GENERATIONS - 1) << PLACE_BITS | (PLACES - 1);
    assert_ne!(last, usize::MAX, "not even the last of the last place");
}

#[test]
fn many_come_and_go() {
    let mut slots = Slots::new();
    let keys: Vec<_> = (0..100).map(|n| slots.insert_with(|_| Ok(n)).expect("room")).collect();
    for key in keys.iter().step_by(2) {
        slots.remove(*key);
    }
    assert_eq!(slots.len(), 50);
    let left: Vec<_> = slots.iter().map(|(_, n)| *n).collect();
    assert_eq!(left, (0..100).filter(|n| n % 2 == 1).collect::<Vec<_>>());
}
