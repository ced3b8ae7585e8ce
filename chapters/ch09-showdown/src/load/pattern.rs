//! The bytes that are sent: known beforehand, and different for each client and each message.
//!
//! One table of random bytes serves all. A message is a piece of it, and where it begins follows
//! from the client's number and the message's: so a message needs no buffer and is never made, and
//! its echo is checked by comparing two pieces of memory. An echo that belongs to another client, or
//! comes twice, or late, begins elsewhere in the table, and differs.

/// Places where a message may begin. A prime number, so that neither clients nor messages fall into
/// step with it; and small enough for the table to stay in a core's cache.
const PLACES: usize = 65_521;

/// From one message of a client to the next.
const MESSAGE_STEP: usize = 12_289;

/// From one client to the next: each of the first 65,521 clients begins elsewhere.
const CLIENT_STEP: usize = 40_503;

/// The table.
pub struct Pattern {
    bytes: Box<[u8]>,
    payload: usize,
}

impl Pattern {
    /// A table for messages of `payload` bytes.
    pub fn new(payload: usize) -> Pattern {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let bytes = (0..PLACES + payload).map(|_| random_byte(&mut state)).collect();
        Pattern { bytes, payload }
    }

    /// Bytes of a message.
    pub fn payload(&self) -> usize {
        self.payload
    }

    /// Where the first message of this client begins.
    pub fn first(client: usize) -> usize {
        (client % PLACES) * CLIENT_STEP % PLACES
    }

    /// Where the message after the one that begins at `place` begins.
    pub fn next(place: usize) -> usize {
        (place + MESSAGE_STEP) % PLACES
    }

    /// The message that begins at `place`.
    pub fn message(&self, place: usize) -> &[u8] {
        &self.bytes[place..place + self.payload]
    }
}

/// Marsaglia's xorshift, <https://doi.org/10.18637/jss.v008.i14>: the same bytes in each run.
fn random_byte(state: &mut u64) -> u8 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 32) as u8
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn clients_begin_in_different_places_and_messages_do_not_repeat_soon() {
        let first: HashSet<usize> = (0..20_000).map(Pattern::first).collect();
        assert_eq!(first.len(), 20_000);
        let mut place = Pattern::first(3);
        let seen: HashSet<usize> = (0..PLACES)
            .map(|_| {
                place = Pattern::next(place);
                place
            })
            .collect();
        assert_eq!(seen.len(), PLACES, "a client comes through all places");
    }

    #[test]
    fn a_message_is_as_long_as_asked_wherever_it_begins() {
        for payload in [1, 64, 1 << 20] {
            let pattern = Pattern::new(payload);
            assert_eq!(pattern.message(0).len(), payload);
            assert_eq!(pattern.message(PLACES - 1).len(), payload);
        }
    }

    #[test]
    fn two_messages_differ_already_in_their_first_bytes() {
        let pattern = Pattern::new(8);
        let heads: HashSet<&[u8]> =
            (0..1_000).map(|n| pattern.message(Pattern::first(n))).collect();
        assert_eq!(heads.len(), 1_000);
    }
}
