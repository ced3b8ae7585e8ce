//! The start and the end of a text that may be too long to be read.

use crate::process;

/// How much of a text is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Lines: one half from the start, the other from the end.
    pub(super) lines: usize,
    /// Bytes, of all the lines together.
    pub(super) bytes: usize,
    /// Characters of one line.
    pub(super) columns: usize,
}

impl Room {
    /// What fits, with a line that tells how much is missing in the middle.
    pub(super) fn excerpt(&self, lines: &[&str]) -> String {
        let shown: Vec<String> = lines.iter().map(|line| self.cut(line)).collect();
        let fits = |at: usize, bytes: &mut usize| {
            // Each line takes its line break too.
            *bytes += shown[at].len() + 1;
            *bytes <= self.bytes / 2
        };
        let half = self.lines / 2;
        let (mut bytes, all) = (0, lines.len());
        if all <= self.lines && shown.iter().map(|line| line.len() + 1).sum::<usize>() <= self.bytes
        {
            return shown.join("\n");
        }
        let start = (0..all.min(half)).take_while(|&at| fits(at, &mut bytes)).count();
        bytes = 0;
        let rest = (start..all).rev().take(half);
        let end = all - rest.take_while(|&at| fits(at, &mut bytes)).count();
        let gap = [gap(&lines[start..end])];
        [&shown[..start], &gap, &shown[end..]].concat().join("\n")
    }

    /// The start of a long line, and how much of it is missing.
    fn cut(&self, line: &str) -> String {
        match line.char_indices().nth(self.columns) {
            None => line.to_owned(),
            Some((at, _)) => {
                format!("{}… ({} characters more)", &line[..at], line[at..].chars().count())
            }
        }
    }
}

/// What stands for the `lines` that are not shown.
fn gap(lines: &[&str]) -> String {
    if !lines.iter().any(|line| process::bytes_in_gap(line).is_some()) {
        return format!("… {} lines left out …", lines.len());
    }
    // Something was left out of these already: nobody has counted its lines.
    let bytes = |line: &&str| process::bytes_in_gap(line).unwrap_or(line.len() as u64 + 1);
    process::gap(lines.iter().map(bytes).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { lines: 4, bytes: 100, columns: 10 };

    #[test]
    fn what_fits_is_whole() {
        assert_eq!(ROOM.excerpt(&["1", "2", "3", "4"]), "1\n2\n3\n4");
        assert_eq!(ROOM.excerpt(&[]), "");
    }

    #[test]
    fn a_long_text_keeps_its_start_and_its_end() {
        let lines = ["1", "2", "3", "4", "5", "6", "7"];
        assert_eq!(ROOM.excerpt(&lines), "1\n2\n… 3 lines left out …\n6\n7");
    }

    #[test]
    fn a_long_line_keeps_its_start() {
        assert_eq!(ROOM.excerpt(&["äöüäöüäöüä+++"]), "äöüäöüäöüä… (3 characters more)");
    }

    #[test]
    fn the_lines_together_are_bounded_too() {
        let room = Room { lines: 12, bytes: 40, columns: 10 };
        let lines = ["123456789"; 5];
        let wanted = "123456789\n123456789\n… 1 lines left out …\n123456789\n123456789";
        assert_eq!(room.excerpt(&lines), wanted);
    }

    #[test]
    fn what_was_left_out_before_counts_too() {
        let gap = process::gap(1000);
        let lines = ["1", "2", "3", &gap, "4", "5", "6"];
        assert_eq!(ROOM.excerpt(&lines), "1\n2\n… 1004 bytes left out …\n5\n6");
    }
}
