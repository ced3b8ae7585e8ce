//! What `turn` promises in any order.

use super::turn::Turn;

#[test]
#[cfg_attr(waiting = "turn", ignore = "exercise 1.2 waits for you in src/exercises/turn.rs")]
fn no_turn_comes_twice() {
    let turn = Turn::default();
    assert_ne!(turn.next(), turn.next(), "a turn came twice");
}
