//! A little course of one chapter and two exercises, fresh for each test.
//!
//! It lies in a folder that stays from run to run, and only what differs is written, so that the
//! second run of these tests finds nearly everything built.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder of the fixture.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mini");

/// The stub of exercise 1.1.
pub const DOUBLE: &str = "chapters/ch01-toy/src/exercises/double.rs";

/// The stub of exercise 1.2.
pub const TURN: &str = "chapters/ch01-toy/src/exercises/turn.rs";

/// A little course that belongs to one test alone.
#[derive(Debug)]
pub struct Mini {
    root: PathBuf,
}

/// What `cargo learn` left behind.
#[derive(Debug)]
pub struct Learnt {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Mini {
    /// The untouched course, for the test called `name`.
    pub fn new(name: &str) -> Mini {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mini").join(name);
        let mut wanted = BTreeMap::new();
        collect(Path::new(FIXTURE), Path::new(""), &mut wanted).expect("the fixture");
        let tests = parent(Path::new(env!("CARGO_MANIFEST_DIR")));
        let manifest = wanted.get_mut(Path::new("Cargo.toml")).expect("the fixture's manifest");
        *manifest = manifest.replace("@TESTS@", &tests.display().to_string());
        // All these courses share one target folder, where cargo tells packages of one name apart
        // by their version, not by where their workspace lies.
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let version = format!("version = \"0.1.{}\"", hasher.finish());
        for (_, text) in wanted.iter_mut().filter(|(path, _)| path.ends_with("Cargo.toml")) {
            *text = text.replace("version = \"0.1.0\"", &version);
        }
        // The versions that the real course was built with are at hand without a network.
        let lock = fs::read_to_string(parent(tests).join("Cargo.lock")).expect("Cargo.lock");
        wanted.insert("Cargo.lock".into(), lock);
        for name in ["double", "turn"] {
            let answer = Path::new("solutions/ch01-toy/src").join(name).with_extension("rs");
            let stub = course::stub::derive(&answer, &wanted[&answer]).expect("a stub");
            let path = Path::new("chapters/ch01-toy/src/exercises").join(name);
            wanted.insert(path.with_extension("rs"), stub);
        }
        sync(&root, &wanted).expect("the little course is written");
        Mini { root }
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("a file of the little course")
    }

    pub fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(parent(&self.path(path))).expect("a folder");
        fs::write(self.path(path), text).expect("a file of the little course");
    }

    /// Replaces `from`, which must be there, by `to`.
    pub fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} does not hold {from:?}");
        self.write(path, &text.replace(from, to));
    }

    /// Fills in a stub with our answer to it.
    pub fn solve(&self, stub: &str) {
        let name = Path::new(stub).file_name().expect("a name").to_str().expect("UTF-8");
        let answer = self.read(&format!("solutions/ch01-toy/src/{name}"));
        self.write(stub, &course::stub::shown(&answer));
    }

    /// `cargo learn` with these arguments, not started yet: no terminal, no colour, no network.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_learn"));
        command
            .arg("--root")
            .arg(&self.root)
            .args(arguments)
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("mini-target"))
            .env("CARGO_NET_OFFLINE", "true")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null());
        command
    }

    /// Runs `cargo learn` to its end.
    pub fn learn(&self, arguments: &[&str]) -> Learnt {
        Learnt::from(self.command(arguments).output().expect("cargo learn starts"))
    }
}

impl From<Output> for Learnt {
    fn from(output: Output) -> Learnt {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Learnt { code: output.status.code(), stdout, stderr }
    }
}

impl Learnt {
    /// The exit code, and each of these pieces on standard output, in this order.
    #[track_caller]
    pub fn says(&self, code: i32, pieces: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        let mut rest = self.stdout.as_str();
        for piece in pieces {
            let Some(at) = rest.find(piece) else {
                panic!(
                    "`{piece}` is missing, or not in its place:\n{}\n{}",
                    self.stdout, self.stderr
                )
            };
            rest = &rest[at + piece.len()..];
        }
    }

    /// Exit code 2, and nothing but this line on standard error.
    #[track_caller]
    pub fn refuses(&self, line: &str) {
        assert_eq!(self.code, Some(2), "{self:#?}");
        assert_eq!((self.stdout.as_str(), self.stderr.trim_end()), ("", line));
    }
}

/// Every file below `folder`, by its path from the fixture's root.
fn collect(folder: &Path, at: &Path, into: &mut BTreeMap<PathBuf, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let at = at.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &at, into)?;
        } else {
            // An earlier run may have left a file that is no text: it only has to differ.
            let text = String::from_utf8_lossy(&fs::read(entry.path())?).into_owned();
            into.insert(at, text);
        }
    }
    Ok(())
}

/// Makes `root` hold exactly the `wanted` files, touching only those that differ.
fn sync(root: &Path, wanted: &BTreeMap<PathBuf, String>) -> io::Result<()> {
    let mut there = BTreeMap::new();
    fs::create_dir_all(root)?;
    collect(root, Path::new(""), &mut there)?;
    for path in there.keys().filter(|path| !wanted.contains_key(*path)) {
        fs::remove_file(root.join(path))?;
    }
    for (path, text) in wanted.iter().filter(|(path, text)| there.get(*path) != Some(text)) {
        fs::create_dir_all(parent(&root.join(path)))?;
        fs::write(root.join(path), text)?;
    }
    Ok(())
}

fn parent(path: &Path) -> &Path {
    path.parent().expect("a path below a folder")
}
