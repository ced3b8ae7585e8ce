//! The server: it listens, and hands the listener to the stage that was chosen.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use ch01_thread_per_connection::listen::listen;
use ch05_two_phase_termination::{Report, StopHandle};

use crate::config::{Config, Stage};
use crate::service::Service;
use crate::{s1, s2, s3, s4, s5};

/// An echo server whose threads take turns at the look-out.
pub struct EchoServer {
    listener: TcpListener,
    address: SocketAddr,
    service: Service,
}

impl EchoServer {
    /// Listens on `address`; port 0 takes any free port.
    ///
    /// # Errors
    /// What the system says: the port is in use, the address is not of this machine, no permission.
    pub fn bind(address: SocketAddr, config: Config) -> io::Result<EchoServer> {
        let listener = listen(address)?;
        let address = listener.local_addr()?;
        let service = Service { config, stop: StopHandle::new(), ledger: Arc::default() };
        Ok(EchoServer { listener, address, service })
    }

    /// The address the server listens on, with the port it really got.
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Stops this server, before it runs or while it does.
    pub fn stop_handle(&self) -> StopHandle {
        self.service.stop.clone()
    }

    /// Serves until it is stopped, or until `config.connections` have come and gone.
    ///
    /// # Errors
    /// If not one thread is to be had, or an accept error is fatal.
    pub fn run(self) -> io::Result<Report> {
        let EchoServer { listener, service, .. } = self;
        match service.config.stage {
            Stage::S1 => s1::run(listener, service),
            Stage::S2 => s2::run(listener, service),
            Stage::S3 => s3::run(listener, service),
            Stage::S4 => s4::run(listener, service),
            Stage::S5 => s5::run(listener, service),
        }
    }
}
