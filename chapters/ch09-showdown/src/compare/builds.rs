//! Where the servers' programs are: beside this one, since one build folder holds them all.

use std::env::{self, consts::EXE_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use super::servers::{HERE, Server};

/// The program of a server; an error says how it is built.
///
/// # Errors
/// If it is not there.
pub fn program(server: &Server) -> anyhow::Result<PathBuf> {
    let own = env::current_exe().context("cannot find this program's own file")?;
    if server.package == HERE {
        return Ok(own);
    }
    let program = own.with_file_name(format!("{}{EXE_SUFFIX}", server.package));
    let release = if is_release() { " --release" } else { "" };
    ensure!(
        program.is_file(),
        "{} is not built: cargo build{release} -p {}",
        server.name,
        server.package
    );
    Ok(program)
}

/// Whether this program, and so its neighbours, were built to be measured.
pub fn is_release() -> bool {
    !cfg!(debug_assertions)
}

/// Has cargo build what is missing or old, if it was cargo that started this program; a package
/// that this checkout does not have is left out.
///
/// # Errors
/// If cargo cannot be started, or cannot build them.
pub fn build(servers: &[&Server]) -> anyhow::Result<()> {
    let (Some(cargo), Some(folder)) = (env::var_os("CARGO"), env::var_os("CARGO_MANIFEST_DIR"))
    else {
        return Ok(());
    };
    let chapters = Path::new(&folder).parent().context("a chapter has a folder around it")?;
    let mut packages: Vec<_> = servers.iter().map(|server| server.package).collect();
    packages.retain(|package| *package != HERE && chapters.join(package).is_dir());
    packages.dedup();
    if packages.is_empty() {
        return Ok(());
    }
    let mut command = Command::new(cargo);
    command.current_dir(folder).args(["build", "--quiet"]);
    command.args(is_release().then_some("--release"));
    packages.iter().for_each(|package| {
        command.args(["-p", package]);
    });
    let status = command.status().context("cannot start cargo")?;
    ensure!(status.success(), "cargo could not build {}", packages.join(", "));
    Ok(())
}
