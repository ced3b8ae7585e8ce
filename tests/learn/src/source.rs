//! How the files of an exercise are named to the learner.

/// Ways in which a compiler may write that a model's test root includes the answer itself, as
/// `tests/../src/exercises/NAME.rs`.
const DETOURS: [&str; 3] = ["tests/../", r"tests\../", r"tests\..\"];

/// The same text with each path of an answer as the learner knows it.
pub fn plain_paths(text: &str) -> String {
    DETOURS.iter().fold(text.to_owned(), |text, detour| text.replace(detour, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detour_is_left_out_on_every_system() {
        for path in ["c/tests/../src/x.rs", r"c/tests\../src/x.rs", r"c/tests\..\src/x.rs"] {
            assert_eq!(plain_paths(&format!("at {path}:3:5")), "at c/src/x.rs:3:5");
        }
        assert_eq!(plain_paths("tests/contract/x.rs"), "tests/contract/x.rs");
    }
}
