//! Tests of the book: each claim below is checked on the real pages, and each check is itself tested
//! on a bad sample in its own module.
//!
//! Checks are functions from text to a list of problems. Sources are checked for what mdBook no
//! longer shows (includes, listings, leftovers), built pages for what a reader meets.

mod architecture;
mod bibliography;
mod chapters;
mod claims;
mod contrast;
mod css;
mod drawings;
mod ears;
mod generated;
mod glossary;
mod headings;
mod html;
mod includes;
mod leftovers;
mod links;
mod listings;
mod museum;
mod outline;
mod pictures;
mod predictions;
mod sections;
mod site;
mod traces;

use site::{BOOK, built, sources};

const SOURCES: &str = "reference/sources.md";

/// Fails with every problem on a line of its own.
fn none(problems: impl IntoIterator<Item = String>) {
    let problems: Vec<String> = problems.into_iter().collect();
    assert!(problems.is_empty(), "the book has problems:\n  {}\n", problems.join("\n  "));
}

#[test]
fn the_book_builds_without_a_warning() {
    none(built().warnings.iter().cloned());
}

#[test]
fn every_include_finds_its_file_and_anchor() {
    none(sources("md").flat_map(|page| includes::problems(&page.path, &page.text)));
}

#[test]
fn every_listing_is_included_by_anchor() {
    none(sources("md").flat_map(|page| listings::problems(&page.name, &page.text)));
}

#[test]
fn nothing_unfinished_is_left_in_the_sources() {
    let written = ["md", "svg", "css", "js", "toml"].into_iter().flat_map(sources);
    none(written.flat_map(|file| leftovers::problems(&file.name, &file.text)));
}

#[test]
fn summary_and_pages_agree() {
    let summary = std::fs::read_to_string(format!("{BOOK}/src/SUMMARY.md")).expect("the summary");
    let pages: Vec<String> = sources("md").map(|page| page.name).collect();
    none(outline::problems(&summary, &pages));
}

#[test]
fn every_link_resolves() {
    none(links::problems(&built().pages, &|path| built().folder.path().join(path).is_file()));
}

#[test]
fn links_to_a_chapter_lead_to_its_page() {
    none(chapters::problems(&built().readable().collect()));
}

#[test]
fn the_glossary_is_sorted_and_complete() {
    let page = &built().pages["reference/glossary.html"];
    none(glossary::problems("the glossary", page));
}

#[test]
fn generated_page_of_all_sources_is_up_to_date() {
    let pages: Vec<_> = sources("md").filter(|page| page.name != SOURCES).collect();
    let page = bibliography::page(pages.iter().map(|page| (&*page.name, &*page.text)));
    none(generated::problem(SOURCES, &page));
}

#[test]
fn generated_museum_says_what_the_wrong_answers_say() {
    let pages = museum::pages();
    none(pages.into_iter().flat_map(|page| {
        let stale = generated::problem(&page.name, &page.text);
        page.problems.into_iter().chain(stale)
    }));
}

#[test]
fn what_pages_claim_is_shown_by_tests_that_exist() {
    let root = architecture::root();
    let folders = ["chapters", "solutions", "tests"].map(|folder| root.join(folder));
    let functions = claims::Functions::below(&folders.each_ref().map(|folder| folder.as_path()));
    none(sources("md").flat_map(|page| claims::problems(&page.name, &page.text, &functions)));
}

#[test]
fn every_chapter_asks_before_it_tells() {
    let chapters = sources("md").filter(|page| sections::is_chapter(&page.name));
    none(chapters.flat_map(|page| predictions::problems(&page.name, &page.text)));
}

#[test]
fn programs_to_predict_are_shown_with_all_their_outcomes() {
    let files = architecture::chapter_files().into_iter();
    let programs: Vec<_> = files.filter(|(name, _)| name.contains("/tests/predict/")).collect();
    let outcomes = sources("txt").filter_map(|file| {
        let name = file.name.strip_prefix("outcomes/")?.strip_suffix(".txt")?;
        Some(name.to_owned())
    });
    let pages: Vec<_> = sources("md").map(|page| page.text).collect();
    let pages: Vec<_> = pages.iter().map(String::as_str).collect();
    none(predictions::unshown(&programs, &outcomes.collect(), &pages));
}

#[test]
fn paths_on_the_architecture_page_exist() {
    let mut pages = sources("md").filter(|page| page.name == "reference/architecture.md");
    none(architecture::missing_paths(&pages.next().expect("the page").text));
}

#[test]
fn no_chapter_depends_on_a_later_one_or_on_answers() {
    let files = architecture::chapter_files().into_iter();
    let manifests = files.filter(|(shown, _)| shown.ends_with("/Cargo.toml"));
    none(manifests.flat_map(|(shown, text)| {
        architecture::wrong_arrows(shown.split('/').nth(1).expect("a chapter"), &text)
    }));
}

#[test]
fn chapters_keep_files_short_and_no_test_sleeps() {
    let files = architecture::chapter_files().into_iter();
    none(files.flat_map(|(shown, text)| architecture::wrong_habits(&shown, &text)));
}

#[test]
fn headings_descend_one_level_at_a_time() {
    none(built().readable().flat_map(|(name, page)| headings::problems(name, page)));
}

#[test]
fn chapter_pages_have_their_sections_in_order() {
    let chapters = built().readable().filter(|(name, _)| sections::is_chapter(name));
    none(chapters.flat_map(|(name, page)| sections::problems(name, page, &sections::CHAPTER)));
}

#[test]
fn pattern_cards_have_the_classical_form() {
    let cards = built().readable().filter(|(name, _)| sections::is_card(name));
    none(cards.flat_map(|(name, page)| sections::problems(name, page, &sections::CARD)));
}

#[test]
fn every_picture_can_be_heard() {
    none(built().readable().flat_map(|(name, page)| pictures::problems(name, page)));
}

#[test]
fn diagrams_follow_the_theme_and_fit_a_telephone() {
    let classes = drawings::classes(&sources("css").map(|file| file.text).collect::<String>());
    none(sources("svg").flat_map(|file| drawings::problems(&file.name, &file.text, &classes)));
}

#[test]
fn recorded_runs_are_traces_that_their_pages_play() {
    traces::update();
    none(traces::problems(built()));
}

#[test]
fn colours_can_be_read_in_every_theme() {
    let themes = built().stylesheet("variables");
    let ours = std::fs::read_to_string(format!("{BOOK}/css/colours.css")).expect("the colours");
    none(contrast::problems(&themes, &ours));
}
