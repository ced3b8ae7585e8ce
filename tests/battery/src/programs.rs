//! The servers' programs: found beside this test, or built.
//!
//! Cargo builds a package's programs for its own tests only. A plain `cargo test` at the root has
//! built them all by the time this test runs; `cargo test -p battery` has not, and then one call of
//! cargo does. No lock is in the way: cargo gives its own back before it runs the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::servers::Server;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Where each package's program is.
static PROGRAMS: OnceLock<BTreeMap<&'static str, PathBuf>> = OnceLock::new();

/// Finds or builds the programs of these servers.
///
/// # Errors
/// If they cannot be built.
pub fn prepare(servers: impl Iterator<Item = &'static Server>) -> Result<()> {
    let packages: BTreeSet<_> = servers.map(|server| server.package).collect();
    let beside = folder_of_programs()?;
    let mut programs: BTreeMap<_, _> = packages
        .into_iter()
        .map(|package| (package, beside.join(package).with_extension(env::consts::EXE_EXTENSION)))
        .collect();
    let fresh = programs.iter().all(|(package, program)| is_fresh(program, package));
    if !fresh {
        build(&mut programs, &beside)?;
    }
    PROGRAMS.set(programs).ok().context("prepared once")
}

/// Takes this program for `package`, where nothing else is prepared.
pub fn take(package: &'static str, program: PathBuf) {
    PROGRAMS.get_or_init(|| BTreeMap::from([(package, program)]));
}

/// The program of `package`.
///
/// # Panics
/// If it was not prepared.
pub fn path(package: &str) -> &'static Path {
    let programs = PROGRAMS.get().expect("programs are prepared before any test runs");
    programs.get(package).expect("each server's program is prepared")
}

/// `target/debug`, if this test is in `target/debug/deps`.
fn folder_of_programs() -> Result<PathBuf> {
    let own = env::current_exe()?;
    let folder = own.parent().and_then(Path::parent);
    folder.context("a test lies in a folder of cargo's").map(Path::to_path_buf)
}

/// Whether the program is newer than all that it is made of: its chapter, those before it, and the
/// lock file. If in doubt it is not, and cargo, which knows better, is asked.
fn is_fresh(program: &Path, package: &str) -> bool {
    let built = fs::metadata(program).and_then(|found| found.modified());
    let Ok(chapters) = Path::new(ROOT).join("chapters").read_dir() else { return false };
    let before = |folder: &PathBuf| folder.file_name().is_some_and(|name| name <= package);
    let folders = chapters.flatten().map(|entry| entry.path()).filter(before);
    let parts = ["src", "Cargo.toml", "build.rs"];
    let sources = folders.flat_map(|folder| parts.map(|part| folder.join(part)));
    let newest = sources.chain([Path::new(ROOT).join("Cargo.lock")]).filter_map(newest).max();
    matches!((built, newest), (Ok(built), Some(newest)) if newest <= built)
}

/// When `path`, or anything in it, was changed last.
fn newest(path: PathBuf) -> Option<SystemTime> {
    let own = fs::metadata(&path).and_then(|found| found.modified()).ok();
    let inside = path.read_dir().into_iter().flatten().flatten();
    inside.filter_map(|entry| newest(entry.path())).chain(own).max()
}

/// Builds the programs, and takes their places from what cargo says.
fn build(programs: &mut BTreeMap<&'static str, PathBuf>, beside: &Path) -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.current_dir(ROOT).args(["build", "--bins", "--message-format", "json"]);
    command.args(["--profile", profile(beside)]).stdin(Stdio::null()).stderr(Stdio::inherit());
    for package in programs.keys() {
        command.args(["--package", package]);
    }
    let output = command.output().context("cargo cannot be started; is it on your PATH?")?;
    ensure!(output.status.success(), "the servers cannot be built: see above");
    let said = String::from_utf8_lossy(&output.stdout);
    for message in said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let name = message["target"]["name"].as_str().unwrap_or_default();
        let executable = message["executable"].as_str();
        if let (Some(program), Some(built)) = (programs.get_mut(name), executable) {
            *program = PathBuf::from(built);
        }
    }
    Ok(())
}

/// The profile whose programs are in this folder.
fn profile(folder: &Path) -> &str {
    match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_there_or_old_is_not_fresh() {
        let package = "ch01-thread-per-connection";
        assert!(!is_fresh(Path::new("/no/such/program"), package));
        let old = tempfile::NamedTempFile::new().expect("a file");
        assert!(is_fresh(old.path(), package), "newer than all sources");
        old.as_file().set_modified(SystemTime::UNIX_EPOCH).expect("it is ours");
        assert!(!is_fresh(old.path(), package));
    }

    #[test]
    fn the_profile_is_named_after_its_folder() {
        assert_eq!(profile(Path::new("target/debug")), "dev");
        assert_eq!(profile(Path::new("target/release")), "release");
    }
}
