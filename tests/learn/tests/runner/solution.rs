//! The solution is shown as a diff, and never by accident.

use crate::mini::{DOUBLE, Mini, TURN};

#[test]
fn without_a_terminal_it_is_shown_only_on_yes() {
    let mini = Mini::new("solution");
    let line = "cargo learn: our answer to 1.2 is not shown by accident; \
                to see it without being asked: cargo learn solution 1.2 --yes";
    mini.learn(&["solution", "1.2"]).refuses(line);
    let learnt = mini.learn(&["solution", "1.2", "--yes"]);
    learnt.says(
        0,
        &[
            "--- yours",
            "+++ ours",
            "-        todo!(\"exercise 1.2",
            "+        *last += 1;",
            "Next:",
        ],
    );
    assert!(!learnt.stdout.contains("//@"), "{}", learnt.stdout);
    assert!(!learnt.stdout.contains('\u{1b}'), "{}", learnt.stdout);
}

#[test]
fn the_same_answer_is_said_to_be_the_same() {
    let mini = Mini::new("solution_same");
    mini.solve(TURN);
    let text = mini.read(TURN).replace('\n', "\r\n");
    mini.write(TURN, &text);
    mini.learn(&["solution", "1.2", "--yes"]).says(0, &["Yours and ours are the same."]);
    std::fs::remove_file(mini.path(DOUBLE)).expect("removed");
    mini.learn(&["solution", "1.1", "--yes"]).says(0, &["+    number * 2"]);
}

#[test]
fn colour_is_for_those_who_want_it() {
    let mini = Mini::new("solution_colour");
    let coloured = |no_color: bool| {
        let mut command = mini.command(&["solution", "1.1", "--yes"]);
        command.env("CLICOLOR_FORCE", "1");
        if no_color {
            command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
        }
        let output = command.output().expect("cargo learn starts");
        output.stdout.contains(&0x1b)
    };
    assert!(coloured(false));
    assert!(!coloured(true));
}
