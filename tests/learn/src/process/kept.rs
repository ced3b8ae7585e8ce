//! Keeps the start and the end of a stream of any length.

use std::collections::VecDeque;
use std::io::{self, Write};

/// At most `cap` bytes of what is written to it: one half from the start, the other from the end.
///
/// The start tells which test ran, the end what became of it; a mistake may print forever between.
#[derive(Debug)]
pub(super) struct Kept {
    half: usize,
    start: Vec<u8>,
    end: VecDeque<u8>,
    left_out: u64,
}

impl Kept {
    pub(super) fn new(cap: usize) -> Kept {
        Kept { half: cap / 2, start: Vec::new(), end: VecDeque::new(), left_out: 0 }
    }

    /// What was kept, with a line that tells how much is missing.
    pub(super) fn into_text(self) -> String {
        let (mut bytes, end) = (self.start, Vec::from(self.end));
        if self.left_out > 0 {
            bytes.extend(format!("\n{}\n", gap(self.left_out)).into_bytes());
        }
        bytes.extend(end);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The line that stands for so many bytes.
pub fn gap(bytes: u64) -> String {
    format!("… {bytes} bytes left out …")
}

/// How many bytes such a line stands for; nothing if it is another line.
pub fn bytes_in_gap(line: &str) -> Option<u64> {
    line.strip_prefix("… ")?.strip_suffix(" bytes left out …")?.parse().ok()
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (start, rest) = bytes.split_at(bytes.len().min(self.half - self.start.len()));
        self.start.extend(start);
        self.end.extend(rest);
        let surplus = self.end.len().saturating_sub(self.half);
        self.end.drain(..surplus);
        self.left_out += surplus as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(cap: usize, pieces: &[&str]) -> String {
        let mut kept = Kept::new(cap);
        for piece in pieces {
            kept.write_all(piece.as_bytes()).expect("never fails");
        }
        kept.into_text()
    }

    #[test]
    fn a_short_text_is_whole() {
        assert_eq!(kept(10, &["01234", "5678", "9"]), "0123456789");
    }

    #[test]
    fn a_long_text_keeps_its_start_and_its_end() {
        assert_eq!(kept(4, &["0123456789"]), "01\n… 6 bytes left out …\n89");
        assert_eq!(kept(4, &["0", "1", "2", "3456", "789"]), "01\n… 6 bytes left out …\n89");
    }

    #[test]
    fn a_gap_tells_how_much_it_stands_for() {
        assert_eq!(bytes_in_gap(&gap(17)), Some(17));
        assert_eq!(bytes_in_gap("… many bytes left out …"), None);
        assert_eq!(bytes_in_gap("anything else"), None);
    }
}
