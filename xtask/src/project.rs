//! The project's files, as git knows them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::cargo;
use crate::trouble::Trouble;

/// Of the project that is asked about: where several clones share a folder for what is built, the program may have been
/// built for another one.
pub fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let asked = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let here = asked.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        here.parent().unwrap_or(&here).to_owned()
    })
}

/// A text file of the project, its path relative to the root.
pub struct Source {
    pub path: String,
    pub text: String,
}

/// All text files that are tracked or would be after `git add`; so a fault shows before the commit.
pub fn sources() -> Result<Vec<Source>, Trouble> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root());
    let listed = cargo::output(&mut git)?;
    let mut paths: Vec<&str> = listed.split_terminator('\0').collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths.into_iter().filter_map(source).collect())
}

/// None for what is no text, or was deleted without git knowing yet.
fn source(path: &str) -> Option<Source> {
    read(path).map(|text| Source {
        path: path.to_owned(),
        text,
    })
}

pub fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

pub fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    fs::write(path, text).map_err(|error| Trouble::File {
        path: PathBuf::from(path),
        error,
    })
}
