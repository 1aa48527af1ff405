use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};

use rustix::fs::{AtFlags, Mode, OFlags};

use super::{FileError, Folder, Last, Root};
use crate::{Access, Author, RelPath};

impl Root {
    /// Writes a file of planwright's own that can be made again at any time: whole or not at all, but not safe from a
    /// power loss. Its folder must exist. A link in its place is replaced, not followed.
    pub fn put(&self, path: &RelPath, content: &[u8]) -> Result<(), FileError> {
        let real = self.real(path, Last::Keep)?;
        for path in [path, &real] {
            path.permit(Access::Write(Author::Planwright))?;
        }
        let failed = |error| FileError::io("write", path, error);
        let folder = self.parent(&real).map_err(failed)?;
        let draft = draft_name(real.name());
        write(&folder, &draft, real.name(), content).map_err(|error| {
            // What is left of it would only be in the way.
            let _ = rustix::fs::unlinkat(&folder, draft.as_str(), AtFlags::empty());
            failed(error)
        })
    }
}

/// By chance: somebody who writes the same file on another machine may have the number of our process.
fn draft_name(name: &str) -> String {
    let chance = RandomState::new().build_hasher().finish();
    format!(".{name}.{chance:016x}.tmp")
}

/// What has the draft's name already is never written to: it may be another name of a file elsewhere.
fn write(folder: &Folder, draft: &str, name: &str, content: &[u8]) -> io::Result<()> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::openat(folder, draft, flags, Mode::from_raw_mode(0o644))?;
    File::from(file).write_all(content)?;
    Ok(rustix::fs::renameat(folder, draft, folder, name)?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn whoever_has_our_number_elsewhere_is_not_disturbed() {
        let project = tempfile::tempdir().unwrap();
        let theirs = project.path().join(format!(".a.{}.tmp", std::process::id()));
        fs::write(&theirs, "half").unwrap();
        Root::open(project.path())
            .unwrap()
            .put(&"a".parse().unwrap(), b"new")
            .unwrap();
        assert_eq!(fs::read(&theirs).unwrap(), b"half");
        assert_ne!(draft_name("a"), draft_name("a"));
    }

    #[test]
    fn a_file_is_put_where_it_belongs_and_nowhere_else() {
        let scene = tempfile::tempdir().unwrap();
        let (project, canary) = (scene.path().join("project"), scene.path().join("canary"));
        fs::create_dir_all(project.join(".teddy/01")).unwrap();
        fs::create_dir_all(project.join(".git")).unwrap();
        fs::write(&canary, "canary").unwrap();
        symlink(&canary, project.join(".teddy/01/a")).unwrap();
        symlink("../..", project.join(".teddy/out")).unwrap();
        symlink("../.git", project.join(".teddy/repo")).unwrap();
        let root = Root::open(&project).unwrap();
        let put = |path: &str| root.put(&path.parse().unwrap(), b"new");
        put(".teddy/01/a").unwrap();
        assert_eq!(fs::read(project.join(".teddy/01/a")).unwrap(), b"new");
        assert_eq!(fs::read_dir(project.join(".teddy/01")).unwrap().count(), 1);
        for path in [".teddy/out/canary", ".teddy/repo/config", ".git/config", "nowhere/a"] {
            put(path).unwrap_err();
        }
        assert_eq!(fs::read(&canary).unwrap(), b"canary");
        assert_eq!(fs::read_dir(project.join(".git")).unwrap().count(), 0);
    }
}
