//! A transcript in the book is what the program prints, but for times, ports and measured figures.

use std::fs;
use std::path::Path;

use super::Program;

/// Compares the transcript in `file` with what the program prints for `flags` now.
///
/// Set `UPDATE_TRANSCRIPTS=1` to write the file anew; what changed is then seen in the diff.
///
/// # Panics
/// With the first line that differs, if the two say something different.
pub fn matches(program: Program, flags: &[&str], file: &Path) {
    let output = program.run(flags);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the program failed:\n{complaint}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
        fs::write(file, &printed).expect("the transcript can be written");
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    let (kept, printed) = (steady(&kept), steady(&printed));
    for (number, pair) in kept.lines().zip(printed.lines()).enumerate() {
        let line = number + 1;
        assert_eq!(pair.0, pair.1, "line {line} of {} differs; {ADVICE}", file.display());
    }
    let (kept, printed) = (kept.lines().count(), printed.lines().count());
    assert_eq!(kept, printed, "{} has another number of lines; {ADVICE}", file.display());
}

const ADVICE: &str = "UPDATE_TRANSCRIPTS=1 cargo test writes it anew";

/// The text with everything that differs from run to run replaced by `#`: a number with its unit of
/// measure, and the port of a loopback address.
fn steady(text: &str) -> String {
    text.lines().map(steady_line).collect::<Vec<_>>().join("\n")
}

/// Units that only measured figures carry: `12.5ms`, `31 KiB`, `4 MiB`.
const UNITS: [&str; 7] = ["ns", "µs", "ms", "s", " ms", " KiB", " MiB"];

fn steady_line(line: &str) -> String {
    let mut steady = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
        let length = rest[start..].find(|c| !is_number(c)).unwrap_or(rest.len() - start);
        let (before, number) = rest[..start + length].split_at(start);
        let after = &rest[start + length..];
        let unit = UNITS.iter().find(|unit| is_whole_word(after, unit));
        let port = before == ":" && steady.ends_with("127.0.0.1");
        // The space in front goes too: figures are padded to a column.
        if unit.is_some() || port {
            steady.push_str(before.trim_end_matches(' '));
            steady.push('#');
        } else {
            steady.push_str(before);
            steady.push_str(number);
        }
        // So does the unit: a slower run may show milliseconds for microseconds.
        rest = &after[unit.map_or(0, |unit| unit.len())..];
    }
    steady + rest
}

/// Whether `text` starts with `unit`, and the unit ends there.
fn is_whole_word(text: &str, unit: &str) -> bool {
    text.strip_prefix(unit).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::steady;

    #[test]
    fn measured_figures_and_ports_are_masked() {
        assert_eq!(steady("   12.345 ms  alice sends"), "#  alice sends");
        assert_eq!(steady("took 203.1ms, 31 KiB each"), "took#,# each");
        assert_eq!(steady("listening on 127.0.0.1:40123"), "listening on 127.0.0.1:#");
    }

    #[test]
    fn counts_and_names_are_kept() {
        for line in ["connection-12 [reading]", "2 served (9 bytes), 0 broken", "8 requests"] {
            assert_eq!(steady(line), line);
        }
    }
}
