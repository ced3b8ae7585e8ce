//! The still of a recorded run: all of it on one drawing, for paper and for readers without
//! JavaScript.
//!
//! Its time is logical, as in a swimlane: one column is one entry. When a row is full the lanes go
//! on below it, and only the threads that do something there have a lane.

use std::fmt::Write;

use super::looks::{Look, legend, looks, patterns};
use super::trace::{Trace, What};

const COLUMNS: usize = 24; // in a row
const COLUMN: usize = 11;
const LEFT: usize = 94; // where the first column begins: names stand before it
const LANE: usize = 19;
const LONGEST_NAME: usize = 14; // characters

/// Draws the trace; `short` begins the ids, `title` is what it is a run of.
pub fn draw(trace: &Trace, short: &str, title: &str) -> String {
    let looks = looks(trace);
    let mut body = String::new();
    let mut y = 0;
    for first in (0..trace.entries.len()).step_by(COLUMNS) {
        y = row(&mut body, trace, &looks, first, (y, short));
    }
    y = legend(&mut body, &looks, y + 24, short);
    let names: Vec<&str> = looks.iter().map(|look| look.name).collect();
    let end = trace.entries.last().map_or(0.0, |entry| entry.at_us / 1e3);
    format!(
        "<svg class=\"still\" role=\"img\" aria-labelledby=\"{short}-title {short}-desc\" \
         viewBox=\"0 0 360 {y}\">\n<title id=\"{short}-title\">A run of {title}</title>\n\
         <desc id=\"{short}-desc\">{} threads note {} entries in {end:.1} ms. States: {}.</desc>\n\
         <defs>\n{}</defs>\n{body}</svg>\n",
        trace.threads.len(),
        trace.entries.len(),
        xml(&names.join(", ")),
        patterns(&looks, short),
    )
}

/// Draws the columns from entry `first` on, below `y`; returns where they end.
fn row(
    body: &mut String,
    trace: &Trace,
    looks: &[Look],
    first: usize,
    (y, short): (usize, &str),
) -> usize {
    let columns = first..trace.entries.len().min(first + COLUMNS);
    let ms = |number: usize| trace.entries[number].at_us / 1e3;
    let (from, until, y) = (ms(first), ms(columns.end - 1), y + 16);
    let _ = writeln!(
        body,
        "<text class=\"remark start\" x=\"{LEFT}\" y=\"{y}\">entries {}–{}, {from:.1}–{until:.1} ms</text>",
        first + 1,
        columns.end,
    );
    let x_of = |number: usize| LEFT + (number - first) * COLUMN;
    let mut top = y + 8;
    for (thread, name) in trace.threads.iter().enumerate() {
        let spans = spans(trace, thread).into_iter();
        let mut spans = spans.filter(|s| s.from < columns.end && s.until > first).peekable();
        let notes = columns.clone().filter(|&number| {
            let entry = &trace.entries[number];
            entry.thread == thread && matches!(entry.what, What::Message)
        });
        let mut notes = notes.peekable();
        if spans.peek().is_none() && notes.peek().is_none() {
            continue;
        }
        let (x, baseline, name) = (LEFT - 6, top + 12, xml(&shortened(name)));
        let _ =
            writeln!(body, "<text class=\"thread end\" x=\"{x}\" y=\"{baseline}\">{name}</text>");
        for span in spans {
            let look = looks.iter().find(|look| look.name == span.state).expect("of this trace");
            let (from, until) = (span.from.max(first), span.until.min(columns.end));
            look.bar(body, (x_of(from), top), (until - from) * COLUMN - 1, short);
        }
        for note in notes {
            let (x, y) = (x_of(note) + COLUMN / 2, top + 5);
            let _ = writeln!(body, "<path class=\"note\" d=\"M{x} {y}l4 7h-8z\"/>");
        }
        top += LANE;
    }
    top
}

/// A thread's time in a state, in columns; the last is not part of it.
struct Span<'a> {
    state: &'a str,
    from: usize,
    until: usize,
}

fn spans(trace: &Trace, thread: usize) -> Vec<Span<'_>> {
    let mut spans: Vec<Span> = Vec::new();
    let mut open = false;
    for (number, entry) in trace.entries.iter().enumerate() {
        let ends = matches!(entry.what, What::State(..) | What::End);
        if entry.thread != thread || !ends {
            continue;
        }
        if let Some(span) = spans.last_mut().filter(|_| open) {
            span.until = number;
        }
        open = false;
        if let What::State(state, _) = &entry.what {
            spans.push(Span { state, from: number, until: trace.entries.len() });
            open = true;
        }
    }
    spans
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// `text` as XML has it.
pub fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::kinds::Kinds;
    use super::*;

    fn trace(entries: usize) -> Trace {
        let note = |at| format!(r#",{{"ph":"i","tid":1,"ts":{at},"name":"m"}}"#);
        let notes: String = (2..=entries).map(note).collect();
        let json = format!(
            r#"[{{"ph":"M","tid":1,"args":{{"name":"a<b"}}}},
               {{"ph":"B","tid":1,"ts":1,"name":"s","cat":"idle"}}{notes}]"#
        );
        Trace::read(&json, &Kinds::read("idle: s")).expect("a trace")
    }

    #[test]
    fn a_state_goes_on_in_the_next_row_until_its_thread_ends() {
        let svg = draw(&trace(COLUMNS + 1), "x", "x");
        assert_eq!(svg.matches("class=\"bar idle\"").count(), 3, "two rows and the legend: {svg}");
        assert!(svg.contains("entries 1–24") && svg.contains("entries 25–25"), "{svg}");
        assert_eq!(svg.matches("class=\"note\"").count(), COLUMNS);
    }

    #[test]
    fn names_are_text_and_not_markup() {
        let svg = draw(&trace(1), "x", "x");
        assert!(svg.contains(">a&lt;b<"), "{svg}");
        assert!(shortened("a thread with a long name").ends_with('…'));
    }
}
