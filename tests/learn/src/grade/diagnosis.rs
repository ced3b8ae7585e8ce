//! What a failed claim has to say, without what the test harness says around it.

/// How many lines are shown. A longer story keeps its start and its end.
const LINES: usize = 60;

/// The panic's text or the watchdog's report, and whatever the answer itself wrote.
pub(super) fn diagnosis(stdout: &str, stderr: &str) -> String {
    let own = stdout.lines().filter(|line| !is_harness(line));
    let told = stderr.lines().filter(|line| !line.starts_with("note: run with `RUST_BACKTRACE"));
    let lines: Vec<&str> = own.chain(told).collect();
    let start = lines.iter().position(is_text).unwrap_or(lines.len());
    let end = lines.iter().rposition(is_text).map_or(start, |last| last + 1);
    shortened(&lines[start..end])
}

// By reference to a reference, as the iterators over lines hand it on.
fn is_text(line: &&str) -> bool {
    !line.trim().is_empty()
}

/// A line that the harness writes about every test, or a model about itself. With a single test,
/// they tell nothing new.
fn is_harness(line: &str) -> bool {
    let line = line.trim_end();
    ["", "running 1 test", "running 0 tests", "failures:", "FAILED", "ok"].contains(&line)
        || line.starts_with("test result: ")
        || line.starts_with("Test deadlocked, and SHUTTLE_CAPTURE_BACKTRACE")
        || line.starts_with("    ") && line.contains("::") && !line.trim().contains(' ')
        || line.starts_with("test ") && line.contains("::") && line.contains(" ...")
}

fn shortened(lines: &[&str]) -> String {
    if lines.len() <= LINES {
        return lines.join("\n");
    }
    let (start, end) = (&lines[..LINES / 2], &lines[lines.len() - LINES / 2..]);
    let left_out = lines.len() - LINES;
    format!("{}\n… {left_out} lines left out …\n{}", start.join("\n"), end.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answers_own_words_are_left() {
        let stdout = "\nrunning 1 test\nmy own line\ntest echo_contract::bytes ... FAILED\n\n\
                      failures:\n\nfailures:\n    echo_contract::bytes\n\n\
                      test result: FAILED. 0 passed; 1 failed; 0 ignored\n\n";
        let stderr = "\nthread 'echo_contract::bytes' panicked at tests/echo.rs:3:5:\n\
                      3 bytes are missing\n\
                      note: run with `RUST_BACKTRACE=1` environment variable to see more\n";
        let wanted = "my own line\n\nthread 'echo_contract::bytes' panicked at tests/echo.rs:3:5:\n\
                      3 bytes are missing";
        assert_eq!(diagnosis(stdout, stderr), wanted);
    }

    #[test]
    fn a_long_story_keeps_its_start_and_its_end() {
        let stderr: String = (1..=100).map(|line| format!("line {line}\n")).collect();
        let text = diagnosis("", &stderr);
        assert_eq!(text.lines().count(), LINES + 1);
        assert!(text.starts_with("line 1\n") && text.ends_with("\nline 100"));
        assert!(text.contains("\n… 40 lines left out …\n"));
    }

    #[test]
    fn silence_stays_silence() {
        assert_eq!(diagnosis("\nrunning 1 test\n", "\n\n"), "");
    }
}
