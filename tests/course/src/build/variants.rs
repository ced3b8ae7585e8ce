//! Writes variants of a module, each with one mistake, beside copies of the models that must find it.
//!
//! A whole file for each mistake would hide it: what differs is a line, and the rest would be a copy
//! that grows old. So a variant is a text with two parts, and the source is the chapter's own.

use std::fs;
use std::path::Path;

use crate::{Error, files};

/// What stands before the text to be replaced, and before what replaces it.
const PARTS: [&str; 2] = ["--- instead of\n", "--- it says\n"];

/// A module with its models and its variants; all paths start at the package.
pub struct Variants<'a> {
    /// The file to write into `OUT_DIR`.
    pub out: &'a str,
    /// The modules of each variant, by name and file.
    pub modules: &'a [(&'a str, &'a str)],
    /// The folder of the variants, `NAME.txt` each.
    pub folder: &'a str,
}

/// The source of all variants, a module each.
pub(super) fn source(package: &Path, variants: &Variants<'_>) -> Result<String, Error> {
    let mut original = String::new();
    for (name, file) in variants.modules {
        original += &module(name, &package.join(file))?;
    }
    let mut all = String::new();
    for file in files::entries(&package.join(variants.folder))? {
        let text = read(&file)?;
        let wrong = replaced(&original, &text).map_err(|why| Error::new(&file, why))?;
        let name = files::name(&file).trim_end_matches(".txt").to_owned();
        all += &format!(
            "#[allow(clippy::all, dead_code, missing_docs, unused)]\nmod {name} {{\n{wrong}}}\n"
        );
    }
    Ok(all)
}

/// The module in `file`, with the modules that it declares in its place.
fn module(name: &str, file: &Path) -> Result<String, Error> {
    let mut body = String::new();
    for line in read(file)?.lines() {
        match line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
            Some(inner) => {
                body += &module(inner, &file.with_file_name(format!("{inner}.rs")))?;
            }
            None => body += &format!("{line}\n"),
        }
    }
    Ok(format!("pub mod {name} {{\n{body}}}\n"))
}

/// `original` with the one change that `variant` describes.
fn replaced(original: &str, variant: &str) -> Result<String, String> {
    let parts = variant.split_once(PARTS[0]).and_then(|(_, rest)| rest.split_once(PARTS[1]));
    let (before, after) = parts.ok_or("write `--- instead of`, text, `--- it says`, text")?;
    match original.matches(before).count() {
        1 => Ok(original.replace(before, after)),
        count => Err(format!("the text to be replaced occurs {count} times, and must occur once")),
    }
}

fn read(file: &Path) -> Result<String, Error> {
    fs::read_to_string(file).map_err(|error| Error::new(file, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_changes_one_place() {
        let variant = "A mistake.\n--- instead of\ntwo\n--- it says\n2\n";
        assert_eq!(replaced("one\ntwo\nthree\n", variant), Ok("one\n2\nthree\n".to_owned()));
        assert!(replaced("two\ntwo\n", variant).unwrap_err().contains("occurs 2 times"));
        assert!(replaced("one\n", variant).unwrap_err().contains("occurs 0 times"));
        assert!(replaced("one\n", "no parts").unwrap_err().contains("write `--- instead of`"));
    }
}
