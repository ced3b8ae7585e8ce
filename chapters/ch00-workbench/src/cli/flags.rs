//! The flags that all chapters share.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::Args;

use crate::Work;

/// Flags of `demo` and of `serve`.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// What the server does for each request: none, sleep:200ms, spin:200us or rare:20ms/20000
    #[arg(long, value_name = "WORK", allow_hyphen_values = true)]
    pub work: Option<Work>,
    /// Write a trace that Perfetto and chrome://tracing open
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Draw the threads' states over time, as an SVG
    #[arg(long, value_name = "FILE.svg")]
    pub timeline: Option<PathBuf>,
    /// Run with your own answers to the exercises, where they are parts of the server
    #[arg(long)]
    pub mine: bool,
}

/// Flags of `demo`.
#[derive(Args, Clone, Debug)]
pub struct DemoFlags {
    #[allow(missing_docs)]
    #[command(flatten)]
    pub common: Common,
    /// Where the server listens; port 0 takes any free port
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:0", value_parser = address)]
    pub addr: SocketAddr,
}

impl DemoFlags {
    /// The address with port 0: for a demo's second server, while the first may still have its
    /// port.
    pub fn addr_on_any_port(&self) -> SocketAddr {
        SocketAddr::new(self.addr.ip(), 0)
    }
}

/// Flags of `serve`.
#[derive(Args, Clone, Debug)]
pub struct ServeFlags {
    #[allow(missing_docs)]
    #[command(flatten)]
    pub common: Common,
    /// Where the server listens; port 0 takes any free port
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:7007", value_parser = address)]
    pub addr: SocketAddr,
    /// Serve one connection, then end
    #[arg(long)]
    pub one_shot: bool,
    /// Say only where the server listens, and keep the journal off
    #[arg(long)]
    pub quiet: bool,
}

impl ServeFlags {
    /// How many connections to serve before the server ends by itself; `None`: no end.
    pub fn connections(&self) -> Option<u64> {
        self.one_shot.then_some(1)
    }
}

/// Reads `HOST:PORT`, where the host may be a name such as `localhost`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let mut found = text.to_socket_addrs().map_err(|_| {
        "write HOST:PORT with an address of this machine, such as 127.0.0.1:7007".to_owned()
    })?;
    found.next().ok_or_else(|| "this name has no address".to_owned())
}
