//! The chapter's program keeps what the common command line promises, and what its own does.

use std::path::Path;
use std::time::Duration;

use ch00_workbench::testkit::{Program, command_line, transcript};
use ch00_workbench::{Client, Journal, within};

const PROGRAM: Program = Program { path: env!("CARGO_BIN_EXE_ch02-lightweight-threads") };
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn the_command_line_keeps_its_promises() {
    command_line::of_a_server(PROGRAM);
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
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/transcripts/ch02-demo.txt");
    transcript::matches(PROGRAM, &[], &file);
}

#[test]
fn an_idle_timeout_wants_the_learners_answer() {
    let output = PROGRAM.run(&["serve", "--addr", "127.0.0.1:0", "--idle-timeout", "5s"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("needs --mine"), "{said}");
}

#[test]
fn the_demo_refuses_an_idle_timeout() {
    let output = PROGRAM.run(&["--mine", "--idle-timeout", "5s"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "error: --idle-timeout cuts the demo's clients: use serve --mine\n");
}

#[test]
fn the_usage_names_the_sleepers_and_not_their_servers() {
    for (flags, complaint) in [
        (&["sleepers", "--work", "spin:2s"][..], "write sleep:2s"),
        (&["sleepers", "--work", "sleep:0s"], "write sleep:2s"),
        (&["sleepers", "--work", "sleep:1000years"], "write at most sleep:1h"),
        (&["sleepers", "--clients", "0"], "write a whole number from 1 up"),
        (&["sleepers", "--requests", "-1"], "write a whole number from 1 up"),
        (&["serve", "--threads", "-1"], "write a whole number from 1 to 1024"),
        (&["serve", "--threads", "100000"], "write a whole number from 1 to 1024"),
        (&["serve", "--mine", "--idle-timeout", "0s"], "`0s` is no time"),
    ] {
        let output = PROGRAM.run(flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(complaint), "{flags:?}: {said}");
        assert!(said.contains("[demo|serve|sleepers]"), "{said}");
    }
}

/// Thirty clients at a time, and threads for eight: chapter 1's server must refuse some, and this
/// one serves all of them.
#[test]
fn the_sleepers_tell_the_two_servers_apart() {
    let size = ["--clients", "30", "--requests", "60", "--work", "sleep:100ms"];
    let output =
        within(LIMIT, || PROGRAM.run(&[&["sleepers", "--max-threads", "8"][..], &size].concat()));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "no progress where there is no terminal: {output:?}");
    assert!(printed.contains("ideal: 200 ms"), "{printed}");
    let figures = |server: &str| -> (u64, u64) {
        let line = printed.lines().find_map(|line| line.strip_prefix(server)).expect("its line");
        let mut numbers = line.split_whitespace().map_while(|word| word.parse().ok());
        (numbers.next().expect("completed"), numbers.next().expect("failed"))
    };
    let (completed, failed) = figures("thread per connection");
    assert!(completed >= 8 && failed > 0 && completed + failed == 60, "{printed}");
    assert_eq!(figures("lightweight threads"), (60, 0), "{printed}");
}

#[test]
fn more_executors_than_the_cap_are_refused_in_one_line() {
    let output =
        within(LIMIT, || PROGRAM.run(&["sleepers", "--threads", "3", "--max-threads", "2"]));
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "error: --threads 3 is more than --max-threads 2 allows\n");
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
