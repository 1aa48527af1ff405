//! The project's files, as git knows them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::cargo;
use crate::error::XtaskError;

/// The root of the project that cargo runs in. If several clones share a target folder, the program may have been built
/// for another clone.
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

/// All text files that are tracked or would be after `git add`, so problems are found before the commit.
pub fn sources() -> Result<Vec<Source>, XtaskError> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root());
    let listed = cargo::output(&mut git)?;
    let mut paths: Vec<&str> = listed.split_terminator('\0').collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths.into_iter().filter_map(source).collect())
}

/// `None` if the file is not a text file or was deleted.
fn source(path: &str) -> Option<Source> {
    read(path).map(|text| Source {
        path: path.to_owned(),
        text,
    })
}

pub fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

pub fn write(path: &Path, text: &str) -> Result<(), XtaskError> {
    fs::write(path, text).map_err(|error| XtaskError::File {
        path: PathBuf::from(path),
        error,
    })
}
