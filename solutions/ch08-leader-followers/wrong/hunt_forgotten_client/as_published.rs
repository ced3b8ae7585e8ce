//! Wrong answer to exercise 8.4c: the program is as it was published.
//!
//! looked right: Clients are answered; who tries it by hand takes the one that is not for a slip and tries again.
//! caught by: hunt_forgotten_client_model::each_client_is_served_once
//! diagnosis: clients that were served, of those who came

#[path = "../../../../chapters/ch08-leader-followers/src/hunt/forgotten_client.rs"]
mod published;

pub use published::*;
