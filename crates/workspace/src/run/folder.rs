//! The working folder of a command.

use std::path::{Path, PathBuf};

use super::RunError;

/// Follows links. The target must be below the root.
pub(super) fn inside(root: &Path, folder: &str) -> Result<PathBuf, RunError> {
    let refused = || RunError::Folder(folder.to_owned());
    let path = root.join(folder).canonicalize().map_err(|_| refused())?;
    match path.starts_with(root) && path.is_dir() {
        true => Ok(path),
        false => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_outside_is_refused() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap().join("root");
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        std::fs::write(root.join("file"), "").unwrap();
        std::os::unix::fs::symlink("/", root.join("out")).unwrap();
        std::os::unix::fs::symlink("a", root.join("in")).unwrap();
        assert_eq!(inside(&root, "").unwrap(), root);
        assert_eq!(inside(&root, "in/b").unwrap(), root.join("a/b"));
        for folder in ["..", "/", "/tmp", "out", "out/tmp", "a/../..", "missing", "file"] {
            assert!(inside(&root, folder).is_err(), "{folder}");
        }
    }
}
