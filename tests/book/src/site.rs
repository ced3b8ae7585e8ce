//! The book as it is written, and as mdBook builds it: once, into a folder that goes away.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use tempfile::TempDir;

use crate::ears::Ears;

/// The folder that holds `book.toml`.
pub const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book");

/// Pages that mdBook makes for machines or for the printer.
const MADE_BY_MDBOOK: [&str; 3] = ["404.html", "print.html", "toc.html"];

/// The built book.
pub struct Site {
    /// Where it lies.
    pub folder: TempDir,
    /// What mdBook warned of.
    pub warnings: Vec<String>,
    /// Each page's html by its path within the folder, `/` between its parts.
    pub pages: BTreeMap<String, String>,
}

impl Site {
    /// Builds the book of folder `root`.
    fn build(root: &str) -> Site {
        let folder = tempfile::tempdir().expect("a folder for the built book");
        let (result, warnings) = Ears::during(|| {
            let mut config = Config::from_disk(Path::new(root).join("book.toml"))?;
            config.build.build_dir = folder.path().to_path_buf();
            MDBook::load_with_config(root, config)?.build()
        });
        result.unwrap_or_else(|error| panic!("mdBook cannot build the book: {error:?}"));
        let pages = files(folder.path(), "html").map(|file| (file.name, file.text)).collect();
        Site { folder, warnings, pages }
    }

    /// The pages that people wrote.
    pub fn readable(&self) -> impl Iterator<Item = (&str, &str)> {
        let written = |name: &&String| !MADE_BY_MDBOOK.contains(&name.as_str());
        self.pages.iter().filter(move |(name, _)| written(name)).map(|(n, p)| (&**n, &**p))
    }

    /// The built stylesheet `css/NAME-….css`.
    pub fn stylesheet(&self, name: &str) -> String {
        let mut sheets = files(self.folder.path(), "css");
        let start = format!("css/{name}");
        sheets.find(|file| file.name.starts_with(&start)).expect("mdBook writes it").text
    }
}

/// The real book, built at the first call.
pub fn built() -> &'static Site {
    static SITE: LazyLock<Site> = LazyLock::new(|| Site::build(BOOK));
    &SITE
}

/// One text file.
pub struct Source {
    /// Its path on this machine.
    pub path: PathBuf,
    /// Its path within the folder searched, `/` between its parts.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// The book's own files whose names end in `.extension`, in the order of their names.
pub fn sources(extension: &str) -> impl Iterator<Item = Source> + use<> {
    let within = |folder: &str| files(&Path::new(BOOK).join(folder), extension);
    let config = Path::new(BOOK).join("book.toml");
    let config = (extension == "toml").then(|| source(Path::new(BOOK), config));
    within("src")
        .chain(within("css"))
        .chain(within("js"))
        .chain(config)
        .collect::<Vec<_>>()
        .into_iter()
}

fn files(root: &Path, extension: &str) -> std::vec::IntoIter<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the book").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(source(root, path));
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found.into_iter()
}

fn source(root: &Path, path: PathBuf) -> Source {
    let inside = path.strip_prefix(root).expect("found under it");
    let name = inside.to_str().expect("a name in UTF-8").replace('\\', "/");
    let text = fs::read_to_string(&path).expect("text in UTF-8");
    Source { path, name, text }
}

#[test]
fn a_warning_of_the_build_is_kept() {
    let root = tempfile::tempdir().expect("a folder");
    fs::create_dir(root.path().join("src")).expect("a folder");
    fs::write(root.path().join("book.toml"), "[book]\ntitle = \"bad\"\n").expect("written");
    fs::write(root.path().join("src/SUMMARY.md"), "- [One](one.md)\n").expect("written");
    fs::write(root.path().join("src/one.md"), "# One\n\n<div>never closed\n").expect("written");
    let site = Site::build(root.path().to_str().expect("a name in UTF-8"));
    assert_eq!(site.warnings.len(), 1, "{:?}", site.warnings);
    assert!(site.warnings[0].contains("unclosed HTML tag `<div>`"), "{:?}", site.warnings);
}
