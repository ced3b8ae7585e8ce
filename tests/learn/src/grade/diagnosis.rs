//! What a failed claim has to say, without what the test harness says around it.

use crate::source;

use super::excerpt::Room;

/// For what an answer prints itself: enough to recognise it, since it may print without end.
const TALK: Room = Room { lines: 12, bytes: 4 << 10, columns: 200 };

/// For a panic's text, a model's story or a watchdog's report. These are bounded by whoever writes
/// them, but for the values in them: one line may hold a whole buffer.
const REPORT: Room = Room { lines: 60, bytes: 12 << 10, columns: 200 };

/// How the lines begin that shuttle writes about a failing schedule before its story is told. It has
/// no switch to keep them back.
const SHUTTLES: [&str; 4] = [
    "Test deadlocked, and SHUTTLE_CAPTURE_BACKTRACE is not set",
    "test panicked in task '",
    "test panicked in a task that was still unwinding",
    "test panicked while dropping the tasks",
];

/// The panic's text or the watchdog's report, after whatever the answer itself wrote.
pub(super) fn diagnosis(stdout: &str, stderr: &str) -> String {
    let told: Vec<&str> = stderr.lines().filter(|line| !is_noise(line)).collect();
    let report = told.iter().position(|line| is_report(line)).unwrap_or(told.len());
    let (talk, report) = told.split_at(report);
    let printed = stdout.lines().map(without_test).filter(|line| !is_harness(line));
    let talk: Vec<&str> = printed.chain(talk.iter().copied()).collect();
    let parts = [TALK.excerpt(trimmed(&talk)), REPORT.excerpt(trimmed(report))];
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    source::plain_paths(&parts.join("\n\n"))
}

/// True for the line that a panic's text or a watchdog's report begins with.
fn is_report(line: &str) -> bool {
    line.starts_with("watchdog: ") || line.starts_with("thread '") && line.contains(" panicked at ")
}

fn is_noise(line: &str) -> bool {
    line.starts_with("note: run with `RUST_BACKTRACE")
        || SHUTTLES.iter().any(|start| line.starts_with(start))
        || line.ends_with(" at the end of the execution were ignored")
}

/// What follows `test NAME ... `: the harness leaves its line open for what the test prints.
fn without_test(line: &str) -> &str {
    match line.strip_prefix("test ").and_then(|line| line.split_once(" ...")) {
        Some((name, rest)) if name.contains("::") => rest.trim_start(),
        _ => line,
    }
}

/// A line that the harness writes about every test. With a single test, it tells nothing new.
fn is_harness(line: &str) -> bool {
    let line = line.trim_end();
    ["", "running 1 test", "running 0 tests", "failures:", "FAILED", "ok"].contains(&line)
        || line.starts_with("test result: ")
        || line.starts_with("    ") && line.contains("::") && !line.trim().contains(' ')
}

/// Without the empty lines at both ends.
fn trimmed<'a, 'b>(lines: &'b [&'a str]) -> &'b [&'a str] {
    let is_text = |line: &&str| !line.trim().is_empty();
    let start = lines.iter().position(is_text).unwrap_or(lines.len());
    let end = lines.iter().rposition(is_text).map_or(start, |last| last + 1);
    &lines[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PANIC: &str = "\nthread 'echo_contract::bytes' (7) panicked at tests/echo.rs:3:5:\n\
                         3 bytes are missing\n";

    #[test]
    fn only_the_answers_own_words_are_left() {
        let stdout = "\nrunning 1 test\ntest echo_contract::bytes ... my own line\nand more\n\
                      FAILED\n\nfailures:\n\nfailures:\n    echo_contract::bytes\n\n\
                      test result: FAILED. 0 passed; 1 failed; 0 ignored\n\n";
        let stderr =
            format!("{PANIC}note: run with `RUST_BACKTRACE=1` environment variable to see more\n");
        let wanted = format!("my own line\nand more\n{}", PANIC.trim_end());
        assert_eq!(diagnosis(stdout, &stderr), wanted);
    }

    #[test]
    fn what_shuttle_says_before_the_story_is_left_out() {
        let stderr = format!(
            "Test deadlocked, and SHUTTLE_CAPTURE_BACKTRACE is not set. If either of those\n\
             test panicked in task 'client-1'\n\
             2 more panics while dropping the tasks that were unfinished at the end of the \
             execution were ignored\n{PANIC}"
        );
        assert_eq!(diagnosis("", &stderr), PANIC.trim());
    }

    #[test]
    fn a_models_path_is_shown_without_its_detour() {
        let stderr = PANIC.replace("tests/echo.rs", "tests/../src/exercises/echo.rs");
        let shown = diagnosis("", &stderr);
        assert!(shown.contains("panicked at src/exercises/echo.rs:3:5:"), "{shown}");
    }

    #[test]
    fn an_answer_that_talks_without_end_does_not_hide_its_panic() {
        let talk: String = (1..=1000).map(|line| format!("line {line}\n")).collect();
        for (stdout, stderr) in [(talk.clone(), PANIC.to_owned()), (String::new(), talk + PANIC)] {
            let shown = diagnosis(&stdout, &stderr);
            assert_eq!(shown.lines().count(), 13 + 1 + 2, "{shown}");
            assert!(shown.starts_with("line 1\n") && shown.contains("\nline 1000\n"), "{shown}");
            assert!(shown.contains("\n… 988 lines left out …\n"), "{shown}");
            assert!(shown.ends_with("3 bytes are missing"), "{shown}");
        }
    }

    #[test]
    fn silence_stays_silence() {
        assert_eq!(diagnosis("\nrunning 1 test\n", "\n\n"), "");
    }
}
