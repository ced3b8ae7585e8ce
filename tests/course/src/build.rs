//! What the `build.rs` of a chapter and of a solution call: one line each.

mod generate;
mod variants;

pub use variants::Variants;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files;
use crate::wrong::Contract;
use crate::{Error, rust_files, waiting};

/// Called by a chapter's `build.rs`: sets `cfg(waiting = "NAME")` for each stub that still waits.
///
/// # Panics
///
/// Outside of a build script.
pub fn chapter() {
    let folder = manifest_folder().join("src").join("exercises");
    // A folder that does not exist would make cargo run the script each time anew.
    let watched = if folder.is_dir() { "src/exercises" } else { "src" };
    println!("cargo::rerun-if-changed={watched}");
    tell(waiting_names(&folder).map(|names| {
        for name in names {
            println!("cargo::rustc-cfg=waiting=\"{name}\"");
        }
    }));
}

/// Called by a solution's `build.rs`: writes the wrong answers into `OUT_DIR`, as tests.
///
/// `tests/wrong_answers.rs` includes those that real threads catch, and
/// `tests/wrong_answers_modelled.rs` those that a model catches:
///
/// ```text
/// use ch01_thread_per_connection::admission; // what the answers import through `crate::`
///
/// include!(concat!(env!("OUT_DIR"), "/wrong_answers.rs"));
///
/// fn main() -> std::process::ExitCode {
///     wrong::main(WRONG)
/// }
/// ```
///
/// Both are `harness = false`, and the package has `wrong` among its dev-dependencies.
///
/// # Panics
///
/// Outside of a build script.
pub fn solutions() {
    let solutions = manifest_folder();
    let chapter = chapter_of(&solutions);
    let contracts = chapter.join("tests").join("contract");
    for watched in [solutions.join("wrong"), contracts, solutions.join("build.rs")] {
        if watched.exists() {
            println!("cargo::rerun-if-changed={}", watched.display());
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for contract in Contract::BOTH {
        let (source, errors) = generate::wrong_answers(&solutions, &chapter, &out, contract);
        let file = out.join(generate::file_name(contract));
        errors.into_iter().for_each(|error| tell(Err(error)));
        tell(fs::write(&file, source).map_err(|error| Error::new(&file, error.to_string())));
    }
}

/// Called by the `build.rs` of a chapter that proves its models by wrong variants of its own source:
/// writes these into `OUT_DIR`, for a test to include.
///
/// # Panics
///
/// Outside of a build script.
pub fn variants(variants: &Variants<'_>) {
    let package = manifest_folder();
    for (_, file) in variants.modules {
        let folder = package.join(file);
        println!("cargo::rerun-if-changed={}", folder.parent().unwrap_or(&folder).display());
    }
    println!("cargo::rerun-if-changed={}", package.join(variants.folder).display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join(variants.out);
    let source = variants::source(&package, variants);
    tell(source.and_then(|source| {
        fs::write(&out, source).map_err(|error| Error::new(&out, error.to_string()))
    }));
}

/// The names of the stubs in `folder` that still wait. One that is no text does not: as with a
/// missing brace, the compiler's error shall be seen.
fn waiting_names(folder: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for (name, file) in rust_files(folder)? {
        let source = files::read_if_text(&file)?.unwrap_or_default();
        if name != "mod" && waiting::waits(&source) {
            names.push(name);
        }
    }
    Ok(names)
}

/// The chapter whose answers lie in the folder `solutions/NAME`.
fn chapter_of(solutions: &Path) -> PathBuf {
    let root = solutions.ancestors().nth(2).unwrap_or(solutions);
    root.join("chapters").join(files::name(solutions))
}

fn manifest_folder() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"))
}

/// Fails the build with one line instead of a panic's backtrace.
fn tell(outcome: Result<(), Error>) {
    if let Err(error) = outcome {
        println!("cargo::error={error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stubs_that_hold_a_todo_wait() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, source) in [
            ("mod.rs", "// todo!\npub mod a; fn f() { todo!() }"),
            ("a.rs", "fn f() { todo!() }"),
            ("b.rs", "fn f() {} // todo!()"),
            ("c.rs", "fn f() { todo!() "),
        ] {
            fs::write(folder.path().join(name), source).expect("a file");
        }
        fs::write(folder.path().join("d.rs"), b"fn f() { todo!() } // \xff").expect("a file");
        assert_eq!(waiting_names(folder.path()), Ok(vec!["a".to_owned()]));
    }

    #[test]
    fn a_solution_finds_its_chapter_by_the_folder_name() {
        let solutions = Path::new("/course/solutions/ch01-toy");
        assert_eq!(chapter_of(solutions), Path::new("/course/chapters/ch01-toy"));
    }
}
