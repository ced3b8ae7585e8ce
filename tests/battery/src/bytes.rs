//! Bytes without end that are different for every seed, and that both ends of a test can make.

use std::iter;

/// Bytes after which the text repeats itself. A prime: a chunk that is lost or comes twice has a
/// length with other factors, so that everything after it is shifted, and seen to be.
pub const PERIOD: usize = 8191;

/// Random numbers from a seed: SplitMix64, by Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators" (OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 1 to `most`.
    pub fn up_to(&mut self, most: usize) -> usize {
        1 + (self.number() % most as u64) as usize
    }
}

/// A text without end, read from its start.
#[derive(Clone, Debug)]
pub struct Text {
    /// The period, twice: every piece of up to a period lies in it in one run.
    twice: Vec<u8>,
    at: usize,
}

impl Text {
    /// The text of this seed.
    pub fn of(seed: u64) -> Text {
        let mut random = Random(seed);
        let period: Vec<u8> = iter::repeat_with(|| random.number() as u8).take(PERIOD).collect();
        Text { twice: period.repeat(2), at: 0 }
    }

    /// The next `length` bytes, at most [`PERIOD`].
    pub fn next(&mut self, length: usize) -> &[u8] {
        let start = self.at;
        self.at = (start + length) % PERIOD;
        &self.twice[start..start + length]
    }

    /// Goes back by `length` bytes: they were not taken after all.
    pub fn unread(&mut self, length: usize) {
        self.at = (self.at + PERIOD - length) % PERIOD;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_in_whatever_pieces_it_is_read() {
        let (mut whole, mut pieces) = (Text::of(7), Text::of(7));
        let whole = [whole.next(PERIOD).to_vec(), whole.next(PERIOD).to_vec()].concat();
        let mut read = Vec::new();
        while read.len() < whole.len() {
            read.extend_from_slice(pieces.next(100.min(whole.len() - read.len())));
            pieces.unread(10);
            read.truncate(read.len() - 10);
            read.extend_from_slice(pieces.next(10));
        }
        assert_eq!(read, whole);
        assert_ne!(Text::of(8).next(100), &whole[..100], "another seed, another text");
    }
}
