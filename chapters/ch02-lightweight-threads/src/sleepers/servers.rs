//! The two servers of the experiment, as the child processes run them.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process;
use std::str::FromStr;
use std::thread;

use ch00_workbench::Work;
use ch00_workbench::cli::terminal::line;
use ch00_workbench::resources::raise_descriptor_limit;
use ch01_thread_per_connection as ch01;
use ch01_thread_per_connection::spawn::OsThreads;

use super::Plan;
use crate::executors::no_thread;
use crate::{Config, EchoServer};

/// Which server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Chapter 1's: a thread per connection.
    Threads,
    /// This chapter's: a task per connection.
    Tasks,
}

impl Pattern {
    /// Both, in the order of the chapters.
    pub const ALL: [Pattern; 2] = [Pattern::Threads, Pattern::Tasks];

    /// The word for it on a command line.
    pub fn word(self) -> &'static str {
        match self {
            Pattern::Threads => "threads",
            Pattern::Tasks => "tasks",
        }
    }
}

impl FromStr for Pattern {
    type Err = String;

    /// Reads `threads` or `tasks`.
    fn from_str(text: &str) -> Result<Pattern, String> {
        let found = Pattern::ALL.into_iter().find(|pattern| pattern.word() == text);
        found.ok_or_else(|| "write threads or tasks".to_owned())
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Pattern::Threads => "thread per connection",
            Pattern::Tasks => "lightweight threads",
        })
    }
}

/// Runs one of the servers on a free port until standard input ends, and the process with it;
/// prints where it listens.
///
/// # Errors
/// Whatever keeps it from serving, too low a cap on threads among it.
pub fn serve(pattern: Pattern, plan: &Plan) -> io::Result<()> {
    raise_descriptor_limit();
    end_with_the_input()?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let work = Work::Sleep(plan.sleep);
    // The cap works as root too, whom the system's own limits do not bind.
    let threads = OsThreads { most: Some(plan.max_threads), ..OsThreads::default() };
    match pattern {
        Pattern::Threads => {
            let config = ch01::Config { work, spawn: Box::new(threads), ..Default::default() };
            let server = ch01::EchoServer::bind(address, config)?;
            line(format_args!("listening on {}", server.local_addr()));
            server.run()?;
        }
        Pattern::Tasks => {
            let config = Config { work, threads, executors: plan.threads, ..Config::default() };
            let server = EchoServer::bind(address, config)?;
            line(format_args!("listening on {}", server.local_addr()));
            server.run()?;
        }
    }
    Ok(())
}

/// Ends the process when its standard input does, and so with whoever started it: a server whose
/// parent was killed would else serve nobody for ever.
fn end_with_the_input() -> io::Result<()> {
    let until_the_end = || {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(0);
    };
    let spawned = thread::Builder::new().name("input".to_owned()).spawn(until_the_end);
    spawned.map_err(|error| no_thread("the end of the input", &error))?;
    Ok(())
}
