//! The chapter's program keeps what the common command line promises.

use std::path::Path;
use std::time::Duration;

use ch00_workbench::testkit::{Program, command_line, transcript};
use ch00_workbench::{Client, Journal, within};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch01-thread-per-connection") };
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
}

#[test]
fn a_timeline_wants_an_end() {
    let output = PROGRAM.run(&["serve", "--timeline", "run.svg"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("add --one-shot"), "{said}");
}

#[test]
fn one_shot_serves_one_client_and_ends_well() {
    within(LIMIT, || {
        let server = PROGRAM.serve(&["--one-shot", "--quiet"]);
        let mut client = Client::connect(server.address, "client", &Journal::off()).expect("it");
        client.round_trip("hello").expect("an echo");
        client.finish().expect("an orderly end");
        let (well, printed) = server.wait();
        assert!(well, "{printed}");
        assert!(printed.starts_with("1 served (5 bytes), 0 broken"), "{printed}");
    });
}

#[test]
fn the_book_shows_what_the_demo_prints() {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch01-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

/// With 64 descriptors and 200 clients the server must neither end nor spin, and must take in new
/// clients as soon as others have gone.
#[cfg(unix)]
#[test]
fn without_descriptors_the_server_waits_for_better_times() {
    use ch00_workbench::testkit::program::Serving;
    use std::process::{Command, Stdio};

    within(LIMIT, || {
        let mut command = Command::new("sh");
        let limited = format!("ulimit -n 64; exec {} serve --addr 127.0.0.1:0", PROGRAM.path);
        command.args(["-c", &limited]).env("NO_COLOR", "1").stdin(Stdio::null());
        let server = Serving::start(&mut command);
        let connect = || Client::connect(server.address, "client", &Journal::off());
        // They all connect: those whom the server has not accepted wait in the kernel's queue.
        let mut clients: Vec<Client> =
            (0..200).map(|_| connect().expect("the kernel's queue has room")).collect();
        clients[0].round_trip("still served").expect("an echo");

        // The first fifty go, and so a hundred and fifty of the others get their turn, in order.
        for mut client in clients.drain(..) {
            client.round_trip("my turn").expect("an echo, when descriptors are free");
            client.finish().expect("an orderly end");
        }
        let printed = server.kill();
        let failures = printed.lines().filter(|line| line.contains("accept: ")).count();
        assert!(failures > 0, "200 clients are too many for 64 descriptors:\n{printed}");
        assert!(failures < 100, "{failures} failed accepts: that is spinning, not waiting");
    });
}
