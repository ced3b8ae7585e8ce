//! Leftovers: words that say "not finished".

/// Each as a word of its own, letters as they stand here; `todo!()` in prose is not among them.
const UNFINISHED: [&str; 6] = ["TODO", "FIXME", "XXX", "TBD", "WIP", "HACK"];

/// Filler text, in any letters.
const FILLER: [&str; 2] = ["lorem ipsum", "dolor sit amet"];

/// What is unfinished in file `name`.
pub fn problems(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let unfinished = words.into_iter().find(|word| UNFINISHED.contains(word));
        let small = line.to_lowercase();
        let filler = FILLER.into_iter().find(|filler| small.contains(filler));
        if let Some(leftover) = unfinished.or(filler) {
            found.push(format!("{name}:{}: leftover `{leftover}`", number + 1));
        }
    }
    found
}

#[test]
fn leftovers_are_found_as_words() {
    assert_eq!(problems("p.md", "a\n<!-- TODO: more -->"), ["p.md:2: leftover `TODO`"]);
    assert_eq!(problems("p.md", "Lorem ipsum dolor").len(), 1);
    assert_eq!(problems("p.md", "its body is a `todo!`; a METHODOLOGY"), [""; 0]);
}
