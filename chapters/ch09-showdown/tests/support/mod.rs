//! Echo servers that do one thing wrong, each on threads of its own until the test's process ends.

// Each test file uses a part of it.
#![allow(dead_code)]

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use ch09_showdown::load::{self, Halt, Outcome, Plan, Silent};

/// What a server does to each of its connections.
#[derive(Clone, Copy, Debug)]
pub enum Manner {
    /// It echoes.
    Right,
    /// It changes the byte with this number, counted over the connection.
    Corrupts(usize),
    /// It ends the connection after so many bytes.
    DropsAfter(usize),
    /// It never answers.
    Stalls,
    /// It answers with half of the message, and waits.
    HalfAnswers,
    /// It sends a byte more than came.
    Adds,
    /// It echoes, but stays when the client has ended its side.
    StaysOn,
    /// It stands still before this message, for so long.
    Pauses(usize, Duration),
}

/// Starts such a server and returns where it listens.
pub fn server(manner: Manner) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    thread::spawn(move || {
        let mut kept = Vec::new();
        for stream in listener.incoming().flatten() {
            kept.push(stream.try_clone());
            thread::spawn(move || serve(stream, manner));
        }
    });
    address
}

/// Connections that servers of this process have read a message from.
static HEARD: AtomicUsize = AtomicUsize::new(0);

/// Waits until so many clients have sent something: then a load is under way.
pub fn wait_for_clients(clients: usize) {
    // Relaxed: a number, and nothing that goes with it.
    while HEARD.load(Ordering::Relaxed) < clients {
        thread::yield_now();
    }
}

fn serve(mut stream: TcpStream, manner: Manner) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = [0; 4096];
    let (mut seen, mut messages) = (0, 0);
    loop {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            match manner {
                // The listener's thread keeps the connection.
                Manner::StaysOn => return Ok(()),
                _ => return stream.shutdown(Shutdown::Both),
            }
        }
        if messages == 0 {
            HEARD.fetch_add(1, Ordering::Relaxed);
        }
        let (before, answer) = (seen, &mut buffer[..count]);
        (seen, messages) = (seen + count, messages + 1);
        match manner {
            Manner::Corrupts(at) if (before..seen).contains(&at) => answer[at - before] ^= 0xff,
            Manner::DropsAfter(bytes) if seen > bytes => return stream.shutdown(Shutdown::Both),
            Manner::Pauses(message, time) if messages == message => thread::sleep(time),
            _ => {}
        }
        match manner {
            Manner::Stalls => {}
            Manner::HalfAnswers => stream.write_all(&answer[..count.div_ceil(2)])?,
            Manner::Adds => {
                let whole = [&answer[..], b"!"].concat();
                stream.write_all(&whole)?;
            }
            _ => stream.write_all(answer)?,
        }
    }
}

/// A plan of so many messages, each of `payload` bytes, that gives up a stalled server soon.
pub fn plan(address: SocketAddr, connections: usize, messages: u64, payload: usize) -> Plan {
    Plan {
        payload,
        duration: None,
        messages: Some(messages),
        stall: Duration::from_millis(300),
        ..Plan::new(address, connections)
    }
}

/// Measures.
pub fn measure(plan: &Plan) -> Outcome {
    load::run(plan, &Halt::default(), &mut Silent).expect("it can be measured")
}
