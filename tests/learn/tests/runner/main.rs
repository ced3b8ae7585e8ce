//! `cargo learn` against a little course of its own, through every state of an answer.

mod check;
mod commands;
mod hints;
mod interrupt;
mod mini;
mod output;
mod pipes;
mod real_course;
mod reset;
mod solution;
#[cfg(unix)]
mod terminal;
mod verify;
mod verify_quick;
mod watch;
