//! A thousand clients at once, each of whose bytes is looked at.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use ch00_workbench::resources::raise_descriptor_limit;
use ch00_workbench::within;
use ch05_two_phase_termination::Ending;
use ch07_multi_reactor::{Config, EchoServer};

const LIMIT: Duration = Duration::from_secs(120);
const CLIENTS: usize = 1000;
const THREADS: usize = 4;
const REQUESTS: usize = 10;

/// The `request`th request of a client: no two are alike.
fn request(client: usize, request: usize) -> String {
    format!("client {client:4}, request {request:2}: sixty-four bytes that are all its own.")
}

#[test]
fn a_thousand_clients_get_back_what_they_sent() {
    within(LIMIT, || {
        raise_descriptor_limit();
        let any_port = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = EchoServer::bind(any_port, Config::default()).expect("a free port");
        let (address, stop) = (server.local_addr(), server.stop_handle());
        let server = thread::spawn(move || server.run());
        thread::scope(|scope| {
            for number in 0..THREADS {
                scope.spawn(move || {
                    let mine = (number..CLIENTS).step_by(THREADS);
                    let mut clients: Vec<_> = mine
                        .map(|client| {
                            (client, TcpStream::connect(address).expect("the server listens"))
                        })
                        .collect();
                    for turn in 0..REQUESTS {
                        // All of them ask before the first one reads.
                        for (client, stream) in &mut clients {
                            stream.write_all(request(*client, turn).as_bytes()).expect("open");
                        }
                        for (client, stream) in &mut clients {
                            let expected = request(*client, turn);
                            let mut answer = vec![0; expected.len()];
                            stream.read_exact(&mut answer).expect("an answer");
                            assert_eq!(answer, expected.as_bytes());
                        }
                    }
                });
            }
        });
        stop.stop();
        let report = server.join().expect("it does not panic").expect("no fatal error");
        let sent: usize = (0..CLIENTS)
            .flat_map(|client| (0..REQUESTS).map(move |turn| request(client, turn).len()))
            .sum();
        assert_eq!((report.connections.served, report.ending), (1000, Ending::Graceful));
        assert_eq!(report.connections.bytes, sent as u64, "{report}");
    });
}
