//! The timeline as SVG.

use std::collections::HashSet;
use std::fmt::Write;

use ch00_workbench::render::timeline_svg;
use roxmltree::{Document, Node};

use crate::journals::{NASTY, edges, usual};

/// Elements with their class or text, indented: the structure without coordinates.
fn outline(node: Node<'_, '_>, depth: usize, text: &mut String) {
    let name = node.tag_name().name();
    if !node.is_element() || ["style", "pattern"].contains(&name) {
        return;
    }
    let class = node.attribute("class").map(|class| format!(".{class}")).unwrap_or_default();
    let own = node.text().map(str::trim).unwrap_or_default();
    let _ = writeln!(text, "{:depth$}{name}{class} {own}", "");
    for child in node.children() {
        outline(child, depth + 2, text);
    }
}

#[test]
fn a_timeline_has_lanes_bars_marks_axis_and_legend() {
    let svg = timeline_svg(&usual(), "Two connections");
    let document = Document::parse(&svg).expect("well-formed");
    let count = |name: &str, parent: &str| {
        let nodes = document.descendants().filter(|node| node.has_tag_name((SVG, name)));
        nodes.filter(|n| n.parent().is_some_and(|p| p.has_tag_name((SVG, parent)))).count()
    };
    // Seven states; one sign in the legend for each of the four kinds.
    assert_eq!((count("rect", "svg"), count("rect", "g")), (7, 4));
    assert_eq!(count("pattern", "defs"), 4);
    let mut text = String::new();
    outline(document.root_element(), 0, &mut text);
    insta::assert_snapshot!(text);
}

const SVG: &str = "http://www.w3.org/2000/svg";

#[test]
fn it_is_well_formed_and_bounded_whatever_the_journal() {
    for (name, entries) in edges() {
        let svg = timeline_svg(&entries, NASTY);
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{name}");
        assert!(svg.len() < 2_000_000, "{name}: {} bytes", svg.len());
        // Markdown ends an inlined drawing at an empty line.
        assert!(!svg.contains("\n\n"), "{name}");
        let title = document.root_element().first_element_child().expect("a title");
        assert!(title.text().expect("a text").starts_with("<&\"'>"), "{name}");
    }
}

#[test]
fn every_reference_leads_somewhere() {
    for (name, entries) in edges() {
        let svg = timeline_svg(&entries, "a title");
        let document = Document::parse(&svg).expect("well-formed");
        let nodes = || document.descendants();
        let ids: HashSet<&str> = nodes().filter_map(|node| node.attribute("id")).collect();
        let fills = nodes().filter_map(|node| node.attribute("fill")?.strip_prefix("url(#"));
        let labels = document.root_element().attribute("aria-labelledby").expect("a label");
        let used = fills.filter_map(|fill| fill.strip_suffix(')')).chain(labels.split(' '));
        for id in used {
            assert!(ids.contains(id), "{name}: {id}");
        }
    }
}

#[test]
fn what_is_left_out_is_counted() {
    let many =
        edges().into_iter().find(|(name, _)| *name == "10,000 entries").expect("it is there");
    assert!(timeline_svg(&many.1, "many").contains("Left out: 0 threads, 5000 of 10000 entries."));
    assert!(!timeline_svg(&usual(), "few").contains("Left out"));
}

#[test]
fn two_drawings_on_a_page_do_not_share_ids() {
    let (first, second) = (timeline_svg(&usual(), "first"), timeline_svg(&usual(), "second"));
    let id = |svg: &str| {
        Document::parse(svg).map(|d| {
            let labels = d.root_element().attribute("aria-labelledby").map(str::to_owned);
            labels.expect("a label")
        })
    };
    assert_ne!(id(&first).expect("well-formed"), id(&second).expect("well-formed"));
}
