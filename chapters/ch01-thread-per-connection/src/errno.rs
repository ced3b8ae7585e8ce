//! The system's error numbers, under the names that POSIX gives them.
//!
//! [`std::io::ErrorKind`] has no name for some of them, such as the exhaustion of descriptors:
//! these are told apart by [`std::io::Error::raw_os_error`].

#[cfg(unix)]
pub use libc::{
    EBADF, ECONNABORTED, EHOSTDOWN, EHOSTUNREACH, EINPROGRESS, EINTR, EINVAL, EMFILE, ENETDOWN,
    ENETUNREACH, ENFILE, ENOBUFS, ENOMEM, ENOTSOCK, EPERM, EPROTO,
};

/// Windows Sockets numbers for the same conditions (`WSAEBADF` and so on).
#[cfg(windows)]
mod windows {
    #![allow(missing_docs)]
    pub const EBADF: i32 = 10009;
    pub const ECONNABORTED: i32 = 10053;
    pub const EHOSTDOWN: i32 = 10064;
    pub const EHOSTUNREACH: i32 = 10065;
    pub const EINPROGRESS: i32 = 10036;
    pub const EINTR: i32 = 10004;
    pub const EINVAL: i32 = 10022;
    pub const EMFILE: i32 = 10024;
    pub const ENETDOWN: i32 = 10050;
    pub const ENETUNREACH: i32 = 10051;
    pub const ENOBUFS: i32 = 10055;
    pub const ENOTSOCK: i32 = 10038;
    // Windows Sockets has no numbers of their own for these; the nearest stand in.
    pub const ENFILE: i32 = 10067; // WSAEPROCLIM
    pub const ENOMEM: i32 = 8; // WSA_NOT_ENOUGH_MEMORY
    pub const EPERM: i32 = 10013; // WSAEACCES
    pub const EPROTO: i32 = 10054; // WSAECONNRESET, the client gave up before it was accepted
}

#[cfg(windows)]
pub use windows::*;
