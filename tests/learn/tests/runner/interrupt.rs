//! A hung answer is stopped, by its limit or by Ctrl-C, and does not live on.
//!
//! The answer opens a connection to the test and then waits for ever. That the connection is
//! closed, without the answer having closed it, proves that its process is gone.

use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crate::mini::{DOUBLE, Mini};

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Puts an answer in place that calls `listener` and then hangs outside of any watchdog.
fn hang(mini: &Mini, listener: &TcpListener) {
    let address = listener.local_addr().expect("an address");
    let hangs = format!(
        "//! Exercise 1.1: Twice as much\n/// Hangs.\npub fn doubled(_: u32) -> u32 {{\n    \
         let _call = std::net::TcpStream::connect(\"{address}\");\n    \
         loop {{\n        std::thread::park();\n    }}\n}}\n"
    );
    mini.write(DOUBLE, &hangs);
    let contract = "chapters/ch01-toy/tests/contract/double.rs";
    mini.replace(contract, "ch01_toy::within(|| assert", "Some(()).map(|()| assert");
    mini.replace(contract, "something\"));", "something\")).unwrap();");
}

fn call(listener: &TcpListener) -> TcpStream {
    let (call, _) = listener.accept().expect("the answer calls");
    call.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    call
}

/// Returns when the process at the other end is gone.
fn assert_gone(mut call: TcpStream) {
    // A process that was killed may leave a reset instead of an end; only a timeout is a failure.
    if let Err(error) = call.read(&mut [0]) {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset);
    }
}

#[test]
fn a_hang_without_a_watchdog_is_stopped_by_the_limit() {
    let mini = Mini::new("a_hang");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    hang(&mini, &listener);
    mini.learn(&["check", "1.1", "--limit", "1"]).says(
        1,
        &[
            "✗ nothing stays nothing: hangs: stopped after 1 s",
            "✗ two becomes four: hangs: stopped after 1 s",
            "0 of 2 claims hold",
        ],
    );
    for _ in 0..2 {
        assert_gone(call(&listener));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_child_running() {
    use rustix::process::{Pid, Signal, kill_process};

    for signal in [Signal::INT, Signal::TERM] {
        let mini = Mini::new("ctrl_c");
        // A new one each time: a late call of the first round must not be taken for the second's.
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        hang(&mini, &listener);
        let mut learn = mini
            .command(&["check", "1.1", "--limit", "3600"])
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("cargo learn starts");
        let answer = call(&listener);
        kill_process(Pid::from_child(&learn), signal).expect("a signal");
        assert_eq!(learn.wait().expect("cargo learn ends").code(), Some(130));
        assert_gone(answer);
    }
}
