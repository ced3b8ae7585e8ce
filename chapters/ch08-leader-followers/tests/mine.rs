//! `--mine` says what it needs.

use ch00_workbench::testkit::Program;

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch08-leader-followers") };

#[test]
fn mine_says_what_it_needs() {
    let wanted = match cfg!(waiting = "promotion_policy") {
        true => "cargo learn hint 8.2",
        false => "use --policy lifo or priority",
    };
    for command in ["serve", "demo"] {
        let output = PROGRAM.run(&[command, "--mine", "--addr", "127.0.0.1:0"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(wanted), "{said}");
    }
}

#[test]
fn with_an_answer_the_demo_plays_with_it() {
    if cfg!(waiting = "promotion_policy") {
        return;
    }
    for policy in ["lifo", "priority"] {
        let output = PROGRAM.run(&["demo", "--mine", "--policy", policy]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(said.contains("yours: the promotion policy (8.2)"), "{said}");
    }
}
