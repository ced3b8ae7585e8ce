//! The museum of wrong answers: a page a chapter, made from the headers of `solutions/*/wrong`.
//!
//! Nothing in it is written twice: what an exhibit is accused of, and by which claim, is what the
//! graders of the course hold it to. A change goes into the header, and from there onto the page.

mod exhibit;
mod returning;

use std::fmt::Write;
use std::path::Path;

use course::{Chapter, Course};
use exhibit::{Exhibit, capital, exhibits};
use returning::Returning;

use crate::site::BOOK;

/// A page of the museum, with what is wrong with the headers that it is made from.
pub struct Page {
    /// Its file's name within the book.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Headers without the sentence that the museum needs.
    pub problems: Vec<String>,
}

/// All pages, the entrance first.
pub fn pages() -> Vec<Page> {
    let root = Path::new(BOOK).join("..");
    let course = Course::open(&root).expect("the course");
    let mut pages = Vec::new();
    let mut rows = String::new();
    let mut returning = Returning::default();
    for chapter in &course.chapters {
        let (all, problems) = exhibits(chapter);
        if all.is_empty() && problems.is_empty() {
            continue;
        }
        let number = chapter.number;
        let modelled = all.iter().filter(|exhibit| exhibit.is_modelled()).count();
        let file = format!("ch{number:02}.md");
        let link = link(chapter);
        let _ = writeln!(rows, "| {link} | [{} exhibits]({file}) | {modelled} |", all.len());
        returning.add(&file, &all);
        let text = hall(chapter, &all);
        pages.push(Page { name: format!("museum/{file}"), text, problems });
    }
    let text = format!("{ENTRANCE}{rows}{}", returning.shown());
    pages.insert(0, Page { name: "museum/entrance.md".into(), text, problems: Vec::new() });
    pages
}

const ENTRANCE: &str = "# The museum of wrong answers

Every exhibit here compiles, and passes a first look. Each has one mistake in it, of a kind that people make again and
again. They are the wrong answers on which the graders of this course are tested: a claim that
lets one of them pass is a bug in the course.

Of each exhibit you read what it does, why it looked right for so long, which claim catches it, and what that claim then
says. The difference from our answer is one click away, and a part of the solution with it: visit a hall when you have
done its exercises, or when your own answer fails in a way that you cannot explain, and look whether it hangs here.

A mistake with threads often needs an order of events that no test on real threads meets by itself. The last column
counts those that are caught in the model, where a scheduler tries the unlikely orders too.

| chapter | hall | caught in the model |
|---|---|---:|
";

/// The chapter, with a link to its page once there is one.
fn link(chapter: &Chapter) -> String {
    let Chapter { number, name, .. } = chapter;
    let page = Path::new(BOOK).join("src").join(format!("{name}.md"));
    let text = format!("Chapter {number}");
    if page.is_file() { format!("[{text}](../{name}.md)") } else { text }
}

/// The page of one chapter.
fn hall(chapter: &Chapter, exhibits: &[Exhibit]) -> String {
    let number = chapter.number;
    let mut text = format!(
        "# Wrong answers to chapter {number}\n\nSee [the entrance](entrance.md) for what this is, \
         and {} for the exercises.\n",
        link(chapter)
    );
    for exercise in &chapter.exercises {
        let (number, title) = (exercise.number(), capital(&exercise.title.text));
        let own = exhibits.iter().filter(|exhibit| exhibit.exercise == exercise.name);
        let own: String = own.map(Exhibit::shown).collect();
        if !own.is_empty() {
            let _ = write!(text, "\n## Exercise {number}: {title}\n{own}");
        }
    }
    text
}
