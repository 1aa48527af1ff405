//! Changing one file as a whole: whoever looks finds the old text or the new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::NamedTempFile;

/// Puts new content in the place of a file's own, and keeps its mode. A link stays, and the file it leads to changes.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let mode = path.metadata()?.permissions().mode();
    write(&path, mode, content)
}

/// The same for a file that need not exist yet.
pub fn put(path: &Path, content: &[u8]) -> io::Result<()> {
    match replace(path, content) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(path, 0o644, content),
        done => done,
    }
}

/// As [`put`], for a file of the user's own whose folder need not exist yet either.
pub fn put_with_folder(path: &Path, content: &[u8]) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    put(path, content)
}

/// The draft has a name of chance, so that nobody who writes the same file at this moment has it, too. It goes if it
/// cannot be published.
fn write(target: &Path, mode: u32, content: &[u8]) -> io::Result<()> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    let builder = &mut tempfile::Builder::new();
    let mut draft: NamedTempFile = builder.prefix(&prefix).suffix(".tmp").tempfile_in(folder)?;
    draft.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    draft.write_all(content)?;
    draft.as_file().sync_all()?;
    draft.persist(target).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
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
    fn whoever_has_our_number_elsewhere_is_not_disturbed() {
        let folder = tempfile::tempdir().unwrap();
        let theirs = folder.path().join(format!(".plan.md.{}.tmp", std::process::id()));
        fs::write(&theirs, "half").unwrap();
        put(&folder.path().join("plan.md"), b"new").unwrap();
        assert_eq!(fs::read_to_string(&theirs).unwrap(), "half");
        assert_eq!(fs::read_to_string(folder.path().join("plan.md")).unwrap(), "new");
    }

    #[test]
    fn what_does_not_exist_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let error = replace(&folder.path().join("plan.md"), b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
