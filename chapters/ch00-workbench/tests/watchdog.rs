//! A test that hangs ends, and says who waits for what.

use std::env;
use std::process::{Command, Output};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use ch00_workbench::{Gate, Journal, Memory, within};

/// Set in the child process, where the hang is real.
const HANG: &str = "WORKBENCH_TEST_HANG";

/// Runs the test called `name` of this very file in a child process, where it hangs.
fn hang_of(name: &str) -> Output {
    let test = env::current_exe().expect("a test knows its own program");
    let mut child = Command::new(test);
    child.args(["--exact", name, "--nocapture"]).env(HANG, "1");
    child.output().expect("it can be started")
}

#[test]
fn a_hang_ends_the_process_and_tells_who_waits() {
    if env::var_os(HANG).is_some() {
        let memory = Memory::new();
        let journal = Journal::to(vec![Box::new(memory.clone())]);
        let gate = Gate::new("never opened");
        let spawned = thread::Builder::new().name("waits-in-vain".to_owned()).spawn({
            let gate = gate.clone();
            move || {
                journal.state("in front of the gate");
                gate.pass();
            }
        });
        within(Duration::from_millis(300), || spawned.expect("a thread").join()).ok();
        unreachable!("the watchdog ends the process first");
    }
    let output = hang_of("a_hang_ends_the_process_and_tells_who_waits");
    assert!(!output.status.success(), "a hang is a failure");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("hangs: not done within 300ms"), "{said}");
    assert!(said.contains("waits-in-vain: [in front of the gate]"), "the journal's end:\n{said}");
    if cfg!(target_os = "linux") {
        let line = said.lines().find(|line| line.trim().starts_with("waits-in-vain "));
        let line = line.expect("the thread is listed");
        assert!(line.contains("waits for a lock, a condition variable or a join"), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_report_tells_a_spinning_thread_and_threads_of_one_name_apart() {
    if env::var_os(HANG).is_some() {
        let gate = Gate::new("never opened");
        let (begun, begins) = mpsc::channel();
        for number in 1..=2 {
            // Linux keeps 15 bytes of a name: these two read alike there.
            let spawned =
                thread::Builder::new().name(format!("waits-in-vain-{number:03}")).spawn({
                    let (gate, begun) = (gate.clone(), begun.clone());
                    move || {
                        begun.send(()).expect("somebody listens");
                        gate.pass();
                    }
                });
            spawned.expect("a thread");
        }
        let spinner = thread::Builder::new().name("spinner".to_owned());
        let spinner = spinner.spawn(move || {
            begun.send(()).expect("somebody listens");
            loop {
                std::hint::spin_loop();
            }
        });
        // A thread takes its name as it begins.
        assert_eq!(begins.iter().take(3).count(), 3);
        within(Duration::from_millis(300), || spinner.expect("a thread").join()).ok();
        unreachable!("the watchdog ends the process first");
    }
    let output = hang_of("the_report_tells_a_spinning_thread_and_threads_of_one_name_apart");
    let said = String::from_utf8_lossy(&output.stderr);
    let told = |name: &str| -> Vec<&str> {
        said.lines().map(str::trim).filter(|line| line.starts_with(name)).collect()
    };
    let [spinner] = told("spinner ")[..] else { panic!("one spinner:\n{said}") };
    assert!(spinner.ends_with(" runs (spins or computes)"), "{spinner}");
    assert_eq!(told("main ").len(), 1, "the process's own thread:\n{said}");
    let alike = told("waits-in-vain-0 (");
    assert!(alike.len() == 2 && alike[0] != alike[1], "{said}");
    assert!(told("watchdog ")[0].ends_with(" runs (it made this list)"), "{said}");
}

#[test]
fn what_ends_in_time_is_handed_through() {
    assert_eq!(within(Duration::from_secs(20), || "done"), "done");
}

#[test]
fn a_panic_is_handed_through_and_ends_the_watch() {
    let (still_watched, end) = mpsc::channel::<()>();
    let outcome = thread::spawn(move || {
        within(Duration::from_secs(20), move || {
            let _held = still_watched;
            panic!("on purpose");
        })
    });
    assert!(outcome.join().is_err(), "the panic comes through");
    assert!(end.recv().is_err(), "what the body held is dropped");
}
