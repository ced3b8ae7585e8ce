//! An echo server with a thread for each client, and one fault.

use std::env;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use ch00_workbench::Work;
use ch05_two_phase_termination::{StopHandle, stop_on_signals};
use socket2::{Domain, Socket, Type};

use crate::connection::{self, Shared};

/// How often what nobody tells of is looked at. Crude, but this server has other faults.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(2);

/// Runs the server that the flags ask for.
pub fn main() -> ExitCode {
    let flags: Vec<String> = env::args().collect();
    let flag = |name: &str| {
        let place = flags.iter().rposition(|flag| flag == name)?;
        flags.get(place + 1).map(String::as_str)
    };
    let work = flag("--work").unwrap_or("none").parse().expect("work as the chapters write it");
    let address = flag("--addr").and_then(|address| address.parse().ok()).expect("an address");
    let fault = flag("--fault").unwrap_or("none");
    match serve(fault, work, address) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(fault: &str, work: Work, address: SocketAddr) -> io::Result<u8> {
    let listener = listen(address, fault != "minds-its-port")?;
    listener.set_nonblocking(true)?;
    let stop = StopHandle::new();
    stop_on_signals(stop.clone()).map_err(io::Error::other)?;
    println!("listening on {}", listener.local_addr()?);
    let alive = Arc::new(AtomicUsize::new(0));
    let shared = Shared { fault: fault.into(), work, stop: stop.clone(), alive: alive.clone() };
    accept(listener, fault, &shared);
    while alive.load(Ordering::Relaxed) > 0 && fault != "hasty" {
        if stop.now().is_stopped() && fault != "deaf-to-the-second" {
            eprintln!("error: the stop was forced");
            return Ok(1);
        }
        thread::sleep(LOOK_AGAIN_AFTER);
    }
    Ok(if fault == "ends-in-disorder" { 3 } else { 0 })
}

fn listen(address: SocketAddr, reuse: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    #[cfg(unix)]
    socket.set_reuse_address(reuse)?;
    let _ = reuse;
    socket.bind(&address.into())?;
    socket.listen(4096)?;
    Ok(socket.into())
}

/// Accepts until the stop, and closes the listener.
fn accept(listener: TcpListener, fault: &str, shared: &Shared) {
    let (mut forgotten, alive) = (false, &shared.alive);
    loop {
        let last = fault == "open-door" && alive.load(Ordering::Relaxed) > 0;
        if shared.stop.graceful().is_stopped() && fault != "deaf" && !last {
            return;
        }
        match listener.accept() {
            _ if forgotten => thread::sleep(LOOK_AGAIN_AFTER),
            Ok(_) if fault == "serves-200" && alive.load(Ordering::Relaxed) >= 200 => {}
            Ok((stream, _)) => {
                let _ = stream.set_nonblocking(false);
                alive.fetch_add(1, Ordering::Relaxed);
                let shared = shared.clone();
                let serving = thread::spawn(move || connection::serve(stream, &shared));
                if fault == "serves-one" {
                    let _ = serving.join();
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                thread::sleep(LOOK_AGAIN_AFTER);
            }
            Err(_) if fault == "asks-again-at-once" => {}
            Err(_) => {
                forgotten = fault == "forgets";
                thread::sleep(LOOK_AGAIN_AFTER);
            }
        }
    }
}
