//! Mistakes that come back: the same one, made in several exercises.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::exhibit::Exhibit;

/// The places of each mistake, by its name.
#[derive(Default)]
pub struct Returning(BTreeMap<String, Vec<Place>>);

/// An exercise, and where its exhibit hangs.
struct Place {
    exercise: String,
    link: String,
}

impl Returning {
    /// Notes the exhibits of one hall, in the order in which they hang there.
    pub fn add(&mut self, page: &str, exhibits: &[Exhibit]) {
        let of = |exhibit: &Exhibit| (exhibit.name(), exhibit.header.number.to_string());
        self.note(page, exhibits.iter().map(of));
    }

    fn note(&mut self, page: &str, exhibits: impl Iterator<Item = (String, String)>) {
        let mut before: BTreeMap<String, usize> = BTreeMap::new();
        for (name, exercise) in exhibits {
            let count = before.entry(name.clone()).or_default();
            // mdBook numbers the headings of one name on one page, from the second on.
            let number = if *count == 0 { String::new() } else { format!("-{count}") };
            *count += 1;
            let link = format!("{page}#{}{number}", name.replace(' ', "-"));
            self.0.entry(name).or_default().push(Place { exercise, link });
        }
    }

    /// The section about those that were made more than once, the most frequent first.
    pub fn shown(&self) -> String {
        let mut often: Vec<_> = self.0.iter().filter(|(_, places)| places.len() > 1).collect();
        often.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        if often.is_empty() {
            return String::new();
        }
        let mut text = HEAD.to_owned();
        for (name, places) in often {
            let links = places.iter().map(|place| format!("[{}]({})", place.exercise, place.link));
            let _ = writeln!(text, "- *{name}*: {}", links.collect::<Vec<_>>().join(", "));
        }
        text
    }
}

const HEAD: &str = "
## Mistakes that come back

Some mistakes belong to no exercise in particular. These hang in more than one place, each under the exercises that it
is a wrong answer to:

";

#[test]
fn only_what_comes_back_is_listed_and_the_most_frequent_first() {
    let mut returning = Returning::default();
    let all = |names: &[(&str, &str)]| -> Vec<(String, String)> {
        names.iter().map(|(name, exercise)| ((*name).into(), (*exercise).into())).collect()
    };
    returning.note("a.md", all(&[("wakes one", "1.1"), ("once", "1.1")]).into_iter());
    let there =
        all(&[("wakes one", "2.1"), ("waits", "2.1"), ("wakes one", "2.2"), ("waits", "2.3")]);
    returning.note("b.md", there.into_iter());
    let wanted = "- *wakes one*: [1.1](a.md#wakes-one), [2.1](b.md#wakes-one), [2.2](b.md#wakes-one-1)\n\
                  - *waits*: [2.1](b.md#waits), [2.3](b.md#waits-1)\n";
    assert_eq!(returning.shown().strip_prefix(HEAD), Some(wanted));
    assert_eq!(Returning::default().shown(), "");
}
