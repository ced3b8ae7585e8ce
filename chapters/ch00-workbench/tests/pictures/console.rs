//! Entries in the terminal.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use ch00_workbench::journal::Console;
use ch00_workbench::render::Palette;
use ch00_workbench::{Entry, Sink};

use crate::journals::{NASTY, edges, message, state, usual};

/// Keeps what is written; closed, it fails as a pipe does that nobody reads.
#[derive(Clone, Default)]
struct Pipe {
    written: Arc<Mutex<String>>,
    attempts: Arc<Mutex<usize>>,
    closed: bool,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        *self.attempts.lock().expect("no panic") += 1;
        if self.closed {
            return Err(io::Error::from(io::ErrorKind::BrokenPipe));
        }
        let text = std::str::from_utf8(bytes).expect("whole lines");
        self.written.lock().expect("no panic").push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn shown(palette: Palette, entries: &[Entry]) -> String {
    let pipe = Pipe::default();
    let mut console = Console::new(Box::new(pipe.clone()), palette);
    for entry in entries {
        console.record(entry);
    }
    drop(console);
    let written = pipe.written.lock().expect("no panic");
    written.clone()
}

#[test]
fn each_entry_is_one_aligned_line() {
    let text = shown(Palette::Plain, &usual());
    assert_eq!(text.lines().count(), usual().len());
    let column = |line: &str| line.find(" ms  ").expect("a time");
    assert!(text.lines().all(|line| column(line) == 9), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn without_colour_there_is_no_escape_code() {
    for (name, entries) in edges() {
        let text = shown(Palette::Plain, &entries);
        assert!(!text.contains('\x1b'), "{name}");
        assert_eq!(text.lines().count(), entries.len(), "{name}");
    }
}

#[test]
fn a_thread_keeps_its_colour_and_has_it_for_itself() {
    let text = shown(Palette::Colour, &usual());
    let colour_of = |thread: &str| {
        let lines = text.lines().filter(|line| line.contains(thread));
        let colours: Vec<&str> = lines
            .map(|line| line.split("\x1b[38;5;").nth(1).expect("a colour"))
            .map(|rest| rest.split('m').next().expect("its end"))
            .collect();
        assert!(colours.windows(2).all(|pair| pair[0] == pair[1]), "{thread}: {colours:?}");
        colours[0].to_owned()
    };
    assert_ne!(colour_of("connection-1"), colour_of("connection-2"));
    assert_ne!(colour_of("connection-1"), colour_of("acceptor"));
}

#[test]
fn a_message_cannot_move_the_cursor() {
    let text = shown(Palette::Colour, &[message(0, "client-1", NASTY)]);
    assert!(text.contains("\\u{1b}[2J\\n"), "{text:?}");
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn a_closed_pipe_makes_it_go_quiet() {
    let pipe = Pipe { closed: true, ..Pipe::default() };
    let mut console = Console::new(Box::new(pipe.clone()), Palette::Plain);
    console.record(&state(0, "worker-1", "idle"));
    console.record(&state(1, "worker-1", "busy"));
    assert_eq!(*pipe.attempts.lock().expect("no panic"), 1);
}
