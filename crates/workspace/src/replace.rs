//! Replaces files that the user named. A reader sees the old content or the new content, never a part.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::make_folders;
use crate::tree::Folder;

/// Replaces the content of a file and keeps its mode. A link is kept, and its target is replaced.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = path.canonicalize()?;
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::IsADirectory.into());
    };
    let folder = Folder::open(folder)?;
    let entry = folder.entry(name)?.ok_or(io::ErrorKind::NotFound)?;
    match entry.is_file() {
        true => folder.put(name, content, Some(entry.mode()), true),
        false => Err(io::Error::other(format!("it is {}, not a regular file", entry.noun()))),
    }
}

/// As [`replace`], but creates the file and its folder if they are missing. Only for files outside of projects.
pub fn put_with_folder(path: &Path, content: &[u8]) -> io::Result<()> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(io::ErrorKind::IsADirectory.into());
    };
    match path.exists() {
        true => replace(path, content),
        false => {
            make_folders(folder)?;
            Folder::open(folder)?.put(name, content, None, true)
        }
    }
}

/// An output file that the user named. [`Self::prepare`] opens its folder before commands run, so that no command can
/// redirect the output.
#[derive(Debug)]
pub struct OutputFile {
    folder: Folder,
    name: OsString,
    mode: Option<u32>,
    pub path: PathBuf,
}

impl OutputFile {
    /// Creates missing folders. A path in the project must not leave it through a link, and its last name must not be a
    /// link: a clone could redirect the output with it.
    pub fn prepare(root: &Path, path: &Path) -> io::Result<Self> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::ErrorKind::IsADirectory.into());
        };
        let above = folder.ancestors().find(|above| above.symlink_metadata().is_ok());
        let above = above.unwrap_or(folder);
        let real = above.canonicalize()?;
        if path.starts_with(root) && !real.starts_with(root.canonicalize()?) {
            let why = format!("{} is a link that leaves the project", above.display());
            return Err(io::Error::other(why));
        }
        if !real.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let real = real.join(folder.strip_prefix(above).unwrap_or(Path::new("")));
        make_folders(&real)?;
        let folder = Folder::open(&real)?;
        let mode = match folder.entry(name)? {
            None => None,
            Some(entry) if entry.is_file() => Some(entry.mode()),
            Some(entry) if entry.is_folder() => return Err(io::ErrorKind::IsADirectory.into()),
            Some(entry) => return Err(io::Error::other(format!("it is {}; name a regular file", entry.noun()))),
        };
        Ok(Self {
            folder,
            name: name.to_owned(),
            mode,
            path: path.to_owned(),
        })
    }

    /// Replaces the file. Replaces a link instead of following it.
    pub fn write(&self, content: &[u8]) -> io::Result<()> {
        self.folder.put(&self.name, content, self.mode, true)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

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

    #[test]
    fn a_link_that_appears_before_the_output_is_written_is_replaced() {
        let scene = tempfile::tempdir().unwrap();
        let (root, canary) = (scene.path().join("root"), scene.path().join("canary"));
        fs::create_dir(&root).unwrap();
        fs::write(&canary, "canary").unwrap();
        let output = OutputFile::prepare(&root, &root.join("deep/report.md")).unwrap();
        std::os::unix::fs::symlink(&canary, root.join("deep/report.md")).unwrap();
        output.write(b"report").unwrap();
        assert_eq!(fs::read(root.join("deep/report.md")).unwrap(), b"report");
        fs::rename(root.join("deep"), root.join("moved")).unwrap();
        std::os::unix::fs::symlink(scene.path(), root.join("deep")).unwrap();
        output.write(b"again").unwrap();
        assert_eq!(fs::read(root.join("moved/report.md")).unwrap(), b"again");
        assert_eq!(fs::read(&canary).unwrap(), b"canary");
    }

    #[test]
    fn output_through_a_link_of_the_project_is_refused() {
        let scene = tempfile::tempdir().unwrap();
        let root = scene.path().join("root");
        fs::create_dir(&root).unwrap();
        fs::write(scene.path().join("canary"), "canary").unwrap();
        for (target, link) in [("../canary", "file"), ("..", "folder"), ("../none", "dangling")] {
            std::os::unix::fs::symlink(target, root.join(link)).unwrap();
        }
        for path in [
            "file",
            "folder/report.md",
            "folder/new/report.md",
            "dangling",
            "dangling/x",
            "",
        ] {
            assert!(OutputFile::prepare(&root, &root.join(path)).is_err(), "{path}");
        }
        assert_eq!(fs::read_dir(scene.path()).unwrap().count(), 2);
    }
}
