//! Reading files and folders, with errors that name the file.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::Error;

/// The text of `file`.
pub(crate) fn read(file: &Path) -> Result<String, Error> {
    fs::read_to_string(file).map_err(|error| Error::new(file, format!("cannot be read: {error}")))
}

/// The text of `file`, or nothing if there is no such file or it is no UTF-8 text.
pub(crate) fn read_if_text(file: &Path) -> Result<Option<String>, Error> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidData) => {
            Ok(None)
        }
        Err(error) => Err(Error::new(file, format!("cannot be read: {error}"))),
    }
}

/// The entries of `folder`, sorted by name; none if there is no such folder.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let fail = |error| Error::new(folder, format!("cannot be listed: {error}"));
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fail(error)),
    };
    let mut paths = Vec::new();
    for entry in listing {
        paths.push(entry.map_err(fail)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The Rust files directly within `folder`, sorted by name; none if there is no such folder.
///
/// Returns each file's name without `.rs` beside its path. What starts with a dot (an editor's
/// lock or swap file) is left out.
///
/// # Errors
///
/// The folder exists but cannot be listed.
pub fn rust_files(folder: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let named = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.strip_suffix(".rs")?.to_owned();
        (!name.is_empty() && !name.starts_with('.') && path.is_file()).then_some((name, path))
    };
    Ok(entries(folder)?.into_iter().filter_map(named).collect())
}

/// The name of a folder or file as text; empty if it is not UTF-8.
pub(crate) fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_holds_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(rust_files(&folder.path().join("none")), Ok(Vec::new()));
        assert_eq!(read_if_text(&folder.path().join("none.rs")), Ok(None));
    }

    #[test]
    fn rust_files_come_sorted_without_an_editors_own_files() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["b.rs", "a.rs", ".#a.rs", "a.rs~", "notes.md"] {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        fs::create_dir(folder.path().join("c.rs")).expect("a folder");
        let found = rust_files(folder.path()).expect("a listing");
        let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
    }
}
