//! Changing one file as a whole: whoever looks finds the old text or the new one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Puts new content in the place of a file's own, and keeps its mode. A link stays, and the file it leads to changes.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let mode = path.metadata()?.permissions().mode();
    let draft = Draft::create(&path, mode)?;
    draft.file()?.write_all(content)?;
    draft.publish(&path)
}

/// The same for a file that need not exist yet.
pub fn put(path: &Path, content: &[u8]) -> io::Result<()> {
    match replace(path, content) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let draft = Draft::create(path, 0o644)?;
            draft.file()?.write_all(content)?;
            draft.publish(path)
        }
        done => done,
    }
}

/// A file that is not finished. It is removed unless it is published.
struct Draft {
    path: PathBuf,
    file: Option<File>,
}

impl Draft {
    fn create(target: &Path, mode: u32) -> io::Result<Self> {
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.tmp", std::process::id()));
        let path = target.with_file_name(name);
        // What a process of the same number left behind.
        let _ = fs::remove_file(&path);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        file.set_permissions(fs::Permissions::from_mode(mode))?;
        Ok(Self { path, file: Some(file) })
    }

    fn file(&self) -> io::Result<&File> {
        self.file
            .as_ref()
            .ok_or_else(|| io::Error::other("the draft is closed"))
    }

    fn publish(mut self, target: &Path) -> io::Result<()> {
        self.file()?.sync_all()?;
        fs::rename(&self.path, target)?;
        self.file = None;
        match target.parent() {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.file.is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plan.md");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let link = folder.path().join("link.md");
        std::os::unix::fs::symlink("plan.md", &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no draft is left");
    }

    #[test]
    fn what_does_not_exist_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let error = replace(&folder.path().join("plan.md"), b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
