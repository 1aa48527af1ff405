use std::io;

use rustix::fs::{AtFlags, Mode};
use rustix::io::Errno;

use super::{FileError, LastLink, Root};
use crate::{Access, Author, RelPath};

impl Root {
    /// Creates one of planwright's own folders, and its parents.
    pub fn make_folders(&self, path: &RelPath) -> Result<(), FileError> {
        if let Some(parent) = path.parent() {
            self.make_folders(&parent)?;
        }
        let real = self.real(path, LastLink::Follow)?;
        for path in [path, &real] {
            path.permit(Access::Write(Author::Planwright))?;
        }
        let made = self.parent(&real).and_then(|folder| {
            match rustix::fs::mkdirat(&folder, real.name(), Mode::from_raw_mode(0o755)) {
                Ok(()) | Err(Errno::EXIST) => Ok(()),
                Err(error) => Err(io::Error::from(error)),
            }
        });
        made.map_err(|error| FileError::io("make the folder", path, error))
    }

    /// Removes one of planwright's own files, if it exists. Removes a link, not its target.
    pub fn remove(&self, path: &RelPath) -> Result<(), FileError> {
        let real = self.real(path, LastLink::Keep)?;
        for path in [path, &real] {
            path.permit(Access::Write(Author::Planwright))?;
        }
        let removed =
            self.parent(&real).and_then(
                |folder| match rustix::fs::unlinkat(&folder, real.name(), AtFlags::empty()) {
                    Ok(()) | Err(Errno::NOENT) => Ok(()),
                    Err(error) => Err(io::Error::from(error)),
                },
            );
        removed.map_err(|error| FileError::io("remove", path, error))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn folders_are_created_and_files_removed_only_below_the_root() {
        let scene = tempfile::tempdir().unwrap();
        let (project, outside) = (scene.path().join("project"), scene.path().join("outside"));
        fs::create_dir_all(&project).unwrap();
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("canary"), "canary").unwrap();
        symlink("../outside", project.join("out")).unwrap();
        symlink("../outside/canary", project.join("link")).unwrap();
        let root = Root::open(&project).unwrap();
        let path = |text: &str| text.parse::<RelPath>().unwrap();
        root.make_folders(&path(".rawko/plans/archive")).unwrap();
        root.make_folders(&path(".rawko/plans/archive")).unwrap();
        assert!(project.join(".rawko/plans/archive").is_dir());
        root.make_folders(&path("out/new")).unwrap_err();
        root.make_folders(&path(".git/new")).unwrap_err();
        root.remove(&path("out/canary")).unwrap_err();
        root.remove(&path("link")).unwrap();
        root.remove(&path("link")).unwrap();
        assert!(!project.join("link").exists());
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
        assert_eq!(fs::read(outside.join("canary")).unwrap(), b"canary");
    }
}
