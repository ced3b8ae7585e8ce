//! What a server that can be stopped makes of signals: chapters 5 to 8 promise the same.

use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use super::Program;
use crate::watchdog::within;

/// How long a server may take; only a broken one needs more than a moment.
const LIMIT: Duration = Duration::from_secs(60);

/// One polite signal: the client that is there sees the end in good order, the port is free, and the
/// exit code is 0. Returns what was printed.
pub fn a_signal_ends_it_in_good_order(program: Program, flags: &[&str], signal: Signal) -> String {
    let (program, signal) = (&program, &signal);
    within(LIMIT, || {
        let server = program.serve(flags);
        let mut client = server.connect();
        client.round_trip("hello").expect("an echo");
        server.send(*signal);
        client.expect_end().expect("the end");
        client.finish().expect("an orderly end");
        let address = server.address;
        let (well, printed) = server.wait();
        assert!(well, "{printed}");
        assert!(printed.contains("1 served (5 bytes), 0 broken"), "{printed}");
        // Not the last line, perhaps: a worker that has left notes its own end.
        assert!(printed.contains("; stopped in good order\n"), "{printed}");
        assert!(TcpStream::connect(address).is_err(), "nobody listens any more");
        printed
    })
}

/// A second signal, while an answer is under way that takes an hour: the connection is cut, and the
/// exit code is not 0.
pub fn a_second_signal_ends_it_now_and_not_well(program: Program, flags: &[&str]) {
    within(LIMIT, || {
        // Quiet: nobody reads its output before the end, and a full pipe would hold it up.
        let slow = ["--quiet", "--work", "rare:1h/2", "--drain", "1h"];
        let server = program.serve(&[&slow, flags].concat());
        let mut client = server.connect();
        // The first request is quick, and once it is answered the client is known to be in.
        client.round_trip("quick").expect("an echo");
        client.send("slow").expect("a connection");
        server.send(Signal::TERM);
        // Refused connections say that the first signal has arrived.
        while TcpStream::connect(server.address).is_ok() {
            thread::yield_now();
        }
        server.send(Signal::TERM);
        assert!(client.receive("slow").is_err(), "cut");
        let (well, printed) = server.wait();
        assert!(!well, "a forced stop is not exit code 0:\n{printed}");
        // How many were cut, the knocking above decides.
        assert!(printed.contains("; stopped by force (connections cut: "), "{printed}");
    });
}
