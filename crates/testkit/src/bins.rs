//! Where the built binaries are, for tests that start real processes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::ordinary_user;

/// The folder that holds the five binaries: `PLANWRIGHT_BIN_DIR`, else the profile folder of the running test. In that
/// folder the binaries are built first.
///
/// # Panics
///
/// If the binaries cannot be built.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| match std::env::var_os("PLANWRIGHT_BIN_DIR") {
        Some(folder) => PathBuf::from(folder),
        None => build(),
    })
}

/// The path of a binary such as `planloop`, in a place where the user of the test can run it.
pub fn path(name: &str) -> PathBuf {
    ordinary_user::reachable(folder().join(name))
}

/// An example program of a package of the workspace. It is always built first, which is quick if nothing has changed.
///
/// # Panics
///
/// If the program cannot be built.
pub fn example(package: &str, name: &str) -> PathBuf {
    cargo_build(&["--package", package, "--example", name])
        .join("examples")
        .join(name)
}

fn build() -> PathBuf {
    cargo_build(&["--package", "planwright", "--bins"])
}

/// Builds with cargo and returns the profile folder of the running test.
fn cargo_build(what: &[&str]) -> PathBuf {
    let folder = profile_folder(&running());
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["build", "--quiet"]).args(what);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    if let Some(target) = folder.parent() {
        cargo.arg("--target-dir").arg(target);
    }
    match cargo.status() {
        Ok(status) if status.success() => folder,
        failed => panic!("cannot build {what:?}: {failed:?}"),
    }
}

fn running() -> PathBuf {
    match std::env::current_exe() {
        Ok(path) => path,
        Err(error) => panic!("cannot tell which binary is running: {error}"),
    }
}

/// `target/debug/deps/x` and `target/debug/examples/x` belong to `target/debug`.
fn profile_folder(binary: &Path) -> PathBuf {
    let inner = |folder: &&Path| !folder.ends_with("deps") && !folder.ends_with("examples");
    binary.ancestors().skip(1).find(inner).unwrap_or(binary).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(binary: &str, expect: &str) {
        assert_eq!(profile_folder(Path::new(binary)), Path::new(expect));
    }

    #[test]
    fn the_folder_of_the_profile() {
        check("/p/target/debug/deps/promises-0f", "/p/target/debug");
        check("/p/target/release/examples/bench", "/p/target/release");
        check("/p/target/debug/planwright", "/p/target/debug");
    }
}
