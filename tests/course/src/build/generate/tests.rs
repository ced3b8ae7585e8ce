use tempfile::TempDir;

use super::*;

const CONTRACT: &str = "#[test]\nfn the_bytes_come_back() {}\n";

fn header(caught_by: &str) -> String {
    format!(
        "//! Wrong answer to exercise 1.1: forgets.\n//! caught by: {caught_by}\n\
         //! diagnosis: a \"quoted\" \\ piece\n"
    )
}

/// A solution of one exercise with the given wrong answers.
fn course(wrong: &[(&str, String)]) -> TempDir {
    let root = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("chapter/tests/contract/echo.rs", CONTRACT);
    write("out/here", "");
    for (path, text) in wrong {
        write(&format!("solutions/wrong/{path}"), text);
    }
    root
}

fn generate(root: &TempDir, contract: Contract) -> (String, Vec<String>) {
    let at = |folder: &str| root.path().join(folder);
    let (source, errors) = wrong_answers(&at("solutions"), &at("chapter"), &at("out"), contract);
    (source, errors.iter().map(ToString::to_string).collect())
}

#[test]
fn a_solution_without_wrong_answers_has_an_empty_table() {
    let (source, errors) = generate(&course(&[]), Contract::Real);
    assert_eq!(source, "static WRONG: &[wrong::Answer] = &[\n];\n");
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn each_wrong_answer_stands_beside_a_copy_of_its_contract() {
    let root = course(&[("echo/forgets.rs", header("echo_contract::the_bytes_come_back"))]);
    let (source, errors) = generate(&root, Contract::Real);
    assert!(errors.is_empty(), "{errors:?}");
    for wanted in [
        "mod echo {\n    pub mod forgets {\n",
        "        pub mod echo;\n",
        "        pub mod echo_contract;\n",
        "claim: echo::forgets::echo_contract::the_bytes_come_back,\n",
        r#"diagnosis: "a \"quoted\" \\ piece","#,
    ] {
        assert!(source.contains(wanted), "{wanted} is not in\n{source}");
    }
    let copy = fs::read_to_string(root.path().join("out/echo_contract.rs")).expect("a copy");
    assert_eq!(copy, "\npub fn the_bytes_come_back() {}\n");
}

#[test]
fn an_answer_that_a_model_catches_is_left_to_the_model() {
    let root = course(&[("echo/forgets.rs", header("echo_model::the_bytes_come_back"))]);
    assert!(!generate(&root, Contract::Real).0.contains("forgets"));
    let (_, errors) = generate(&root, Contract::Modelled);
    assert!(errors[0].contains("echo_model.rs: cannot be read"), "{errors:?}");
}

#[test]
fn a_claim_that_is_not_made_is_told_with_those_that_are() {
    let root = course(&[("echo/forgets.rs", header("echo_contract::the_bytes_are_lost"))]);
    let (source, errors) = generate(&root, Contract::Real);
    assert!(!source.contains("forgets"), "{source}");
    let told = "no claim `the_bytes_are_lost` in echo.rs; write one of: the_bytes_come_back";
    assert!(errors[0].ends_with(told), "{errors:?}");
}

#[test]
fn a_missing_header_leaves_the_others_standing() {
    let root = course(&[
        ("echo/bare.rs", "fn f() {}\n".to_owned()),
        ("echo/forgets.rs", header("echo_contract::the_bytes_come_back")),
    ]);
    let (source, errors) = generate(&root, Contract::Real);
    assert!(source.contains("forgets") && !source.contains("bare"), "{source}");
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("bare.rs: write `//! Wrong answer to exercise"), "{errors:?}");
}

#[test]
fn a_name_that_is_no_module_is_told() {
    let root = course(&[("echo/for-gets.rs", header("echo_contract::the_bytes_come_back"))]);
    let (source, errors) = generate(&root, Contract::Real);
    assert!(!source.contains("gets"), "{source}");
    assert!(errors[0].contains("for-gets.rs: rename it: small letters"), "{errors:?}");
}
