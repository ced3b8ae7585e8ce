//! One connection of a faulty server.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use ch00_workbench::Work;
use ch05_two_phase_termination::StopHandle;

/// How long a read waits before it looks whether the server is to end.
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(20);

/// The last answer of any connection, for the server that mixes them up.
static LAST: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// What all connections know.
#[derive(Clone)]
pub struct Shared {
    pub fault: Arc<str>,
    pub work: Work,
    pub stop: StopHandle,
    pub alive: Arc<AtomicUsize>,
}

/// Serves a client to its end, in the server's own way.
pub fn serve(stream: TcpStream, shared: &Shared) {
    let stream = Arc::new(stream);
    let served = match &*shared.fault {
        "owes-nothing" | "hoards" => with_two_threads(&stream, shared),
        _ => with_one_thread(&stream, shared),
    };
    match &*shared.fault {
        "ends-at-an-odd-end" if served.as_ref().is_ok_and(|bytes| bytes % 2 == 1) => {
            process::exit(3);
        }
        "ends-at-a-reset" if served.is_err() => process::exit(3),
        "keeps-memory" => drop(vec![1_u8; 4096].leak()),
        "keeps-descriptors" => std::mem::forget(stream.try_clone()),
        "keeps-threads" => drop(thread::spawn(thread::park)),
        "spins" => drop(thread::spawn(|| while !std::hint::black_box(false) {})),
        _ => {}
    }
    // Else a descriptor that is kept would keep the client as well.
    let _ = stream.shutdown(Shutdown::Both);
    drop(stream);
    shared.alive.fetch_sub(1, Ordering::Relaxed);
}

fn with_one_thread(mut stream: &TcpStream, shared: &Shared) -> io::Result<usize> {
    stream.set_nodelay(true)?;
    let (mut buffer, mut total) = (vec![0; 16 * 1024], 0);
    while let Some(length) = read(stream, &mut buffer, shared)? {
        let answer = &mut buffer[..length];
        shared.work.run(answer);
        total += length;
        match &*shared.fault {
            "loses-bytes" if length > 4096 => answer.copy_within(1.., 0),
            "mixes-clients" => {
                let mut last = LAST.lock().expect("no panic");
                if last.len() == length {
                    last.swap_with_slice(answer);
                } else {
                    *last = answer.to_vec();
                }
            }
            "halves" if shared.stop.graceful().is_stopped() => {
                stream.write_all(&answer[..length / 2])?;
                break;
            }
            _ => {}
        }
        stream.write_all(answer)?;
        if shared.stop.graceful().is_stopped() {
            break;
        }
    }
    Ok(total)
}

/// A thread reads, another one writes, and there is a queue without bounds between them.
fn with_two_threads(stream: &Arc<TcpStream>, shared: &Shared) -> io::Result<usize> {
    let (queue, answers) = mpsc::channel::<Vec<u8>>();
    let writing = Arc::clone(stream);
    // Always one answer behind: so something is owed at the end, however fast the client reads.
    let behind = &*shared.fault == "owes-nothing";
    let writer = thread::spawn(move || {
        let mut owed = None;
        answers.iter().try_for_each(|answer| {
            let due = if behind { owed.replace(answer) } else { Some(answer) };
            due.map_or(Ok(()), |due| (&*writing).write_all(&due))
        })
    });
    let (mut buffer, mut total) = (vec![0; 16 * 1024], 0);
    while let Some(length) = read(stream, &mut buffer, shared)? {
        total += length;
        let _ = queue.send(buffer[..length].to_vec());
    }
    drop(queue);
    if &*shared.fault == "hoards" {
        let _ = writer.join();
    }
    Ok(total)
}

/// Reads; `None` at the client's end, and at the server's.
fn read(mut stream: &TcpStream, buffer: &mut [u8], shared: &Shared) -> io::Result<Option<usize>> {
    stream.set_read_timeout(Some(LOOK_AGAIN_AFTER))?;
    loop {
        match stream.read(buffer) {
            Ok(0) => return Ok(None),
            Ok(length) => return Ok(Some(length)),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                let stopped = shared.stop.graceful().is_stopped();
                if stopped && &*shared.fault != "waits-for-the-last" {
                    return Ok(None);
                }
            }
            Err(error) => return Err(error),
        }
    }
}
