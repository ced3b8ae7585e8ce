//! Calls cargo and reads what it built and what the compiler said.

mod message;
mod patience;

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::{process, screen};

pub use message::{Executable, Message};

use patience::Patience;

/// How long a build may take. Far more than the first one of a slow machine.
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// How much of cargo's messages is kept: about two kilobytes for each of its packages.
const CAP: usize = 64 << 20;

/// What came of a build.
#[derive(Debug)]
pub struct Build {
    /// True if everything compiled.
    pub is_success: bool,
    /// The tests that were built.
    pub executables: Vec<Executable>,
    /// What the compiler said.
    pub messages: Vec<Message>,
    /// What cargo itself said; it alone is left when no compiler was started.
    pub stderr: String,
}

impl Build {
    /// The test `target` of the package in `folder`.
    pub fn executable(&self, folder: &Path, target: &str) -> Option<&Executable> {
        self.of(folder).find(|one| one.target == target)
    }

    /// The tests of the package in `folder`.
    pub fn of(&self, folder: &Path) -> impl Iterator<Item = &Executable> {
        // A folder has several spellings: through a link, or with `..` in it.
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let folder = real(folder);
        self.executables.iter().filter(move |one| real(&one.folder) == folder)
    }

    /// The warnings about `file`, each once: a model compiles the same file a second time.
    pub fn warnings(&self, file: &str) -> String {
        let mut told = BTreeSet::new();
        let warnings = self.messages.iter().filter(|one| !one.is_error && one.file.ends_with(file));
        let new = warnings.filter(|one| told.insert(&one.summary));
        new.map(|message| message.rendered.as_str()).collect()
    }

    /// The errors as the compiler renders them, or else what cargo itself said.
    pub fn errors(&self) -> String {
        let errors = self.messages.iter().filter(|message| message.is_error);
        let text: String = errors.map(|message| message.rendered.as_str()).collect();
        if text.is_empty() { self.stderr.clone() } else { text }
    }
}

/// The cargo that started us, or the one on the path.
pub fn command(root: &Path) -> Command {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.current_dir(root);
    command
}

/// Builds with `cargo ARGUMENTS` at the root of the course; `what` is said if it takes long.
///
/// # Errors
///
/// Cargo cannot be started, or does not come to an end.
pub fn build(root: &Path, what: &str, arguments: &[&str]) -> Result<Build> {
    let _patience = Patience::ask(what);
    let (subcommand, arguments) = arguments.split_first().context("cargo needs a command")?;
    // Cargo's messages as JSON; the compiler's own text within is coloured or plain as we are.
    let ansi = if screen::is_coloured() { "json-diagnostic-rendered-ansi" } else { "json" };
    let mut command = command(root);
    command.arg(subcommand).args(["--quiet", "--message-format", ansi]).args(arguments);
    let run = process::run(&mut command, LIMIT, CAP).with_context(|| {
        format!(
            "cargo cannot be started ({}); is it on your PATH?",
            command.get_program().display()
        )
    })?;
    if run.status.is_none() {
        bail!("cargo {subcommand} did not end within {} minutes", LIMIT.as_secs() / 60);
    }
    let (executables, messages) = message::read(&run.stdout);
    Ok(Build { is_success: run.is_success(), executables, messages, stderr: run.stderr })
}

/// The folder of a chapter or of its solution.
pub fn folder(root: &Path, parent: &str, package: &str) -> PathBuf {
    root.join(parent).join(package)
}
