//! The chapter's program keeps what the common command line promises, and hangs when it should.

use std::fs;
use std::path::Path;
use std::time::Duration;

use ch00_workbench::testkit::{Program, command_line, transcript};
use ch00_workbench::{Client, Journal, within};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch04-shared-pool-deadlock") };
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch04-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

#[test]
fn an_unknown_cure_and_a_cure_for_the_demo_are_told() {
    let output = PROGRAM.run(&["serve", "--cure", "prayer"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("write none, bigger, separate or helping"), "{said}");
    let output = PROGRAM.run(&["--cure", "helping"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("--cure is for serve"), "{said}");
}

#[test]
fn a_graph_that_cannot_be_written_is_told_before_the_hang() {
    let output = PROGRAM.run(&["--graph", "/no/such/file.svg"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("cannot write /no/such/file.svg: "), "{said}");
    assert!(output.stdout.is_empty(), "nothing was started before that");
}

/// The hang is real: the server's own two workers never come back, and the program says why.
#[test]
fn serve_without_a_cure_hangs_with_two_clients_and_says_why() {
    within(LIMIT, || {
        let folder = tempfile::tempdir().expect("a folder");
        let graph = folder.path().join("graph.svg");
        let path = graph.to_str().expect("a path in plain characters");
        let server = PROGRAM.serve(&["--cure", "none", "--quiet", "--graph", path]);
        let connect = || Client::connect(server.address, "client", &Journal::off()).expect("it");
        let (mut alice, mut bob) = (connect(), connect());
        bob.send("at once").expect("a connection");
        // Before Bob has a worker she is answered; from then on there is nobody for her parts.
        let asks = std::thread::spawn(move || while alice.round_trip("both").is_ok() {});
        // The picture is written with the verdict; until then the file is empty.
        while fs::metadata(&graph).expect("it was created").len() == 0 {
            std::thread::yield_now();
        }
        let printed = server.kill();
        assert!(printed.contains("DEADLOCK: both workers of pool worker"), "{printed}");
        assert!(bob.receive("at once").is_err(), "no answer");
        asks.join().expect("she gets no answer, either");
        let svg = fs::read_to_string(&graph).expect("it was written");
        assert!(svg.starts_with("<svg") && svg.contains("stuck"), "{svg}");
    });
}

#[test]
fn serve_with_a_cure_serves_two_clients() {
    for cure in ["bigger", "separate", "helping"] {
        within(LIMIT, || {
            let server = PROGRAM.serve(&["--cure", cure]);
            let connect =
                || Client::connect(server.address, "client", &Journal::off()).expect("it");
            let (mut alice, mut bob) = (connect(), connect());
            for _ in 0..10 {
                alice.send("both").expect("a connection");
                bob.send("at once").expect("a connection");
                alice.receive("both").expect("an echo");
                bob.receive("at once").expect("an echo");
            }
            let printed = server.kill();
            assert!(!printed.contains("DEADLOCK"), "{printed}");
        });
    }
}

/// The functions that the book's transcript of gdb shows are really in the files it names.
#[test]
fn the_books_transcript_of_gdb_shows_functions_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("book/src/transcripts/ch04-gdb.txt"));
    let text = text.expect("the book has a transcript of gdb");
    let mut frames = 0;
    for line in text.lines().filter(|line| line.contains(" at chapters/ch04")) {
        let (function, place) = line.split_once(" at ").expect("a frame with a place");
        let file = place.split(':').next().expect("a path");
        let source = fs::read_to_string(root.join(file)).expect("a file of this chapter");
        let name = function.trim_end_matches(" ()").rsplit([' ', ':']).next().expect("a name");
        assert!(source.contains(&format!("fn {name}(")), "{file} has no `{name}`:\n{line}");
        frames += 1;
    }
    assert!(frames >= 6, "two workers with three frames of this chapter each:\n{text}");
}
