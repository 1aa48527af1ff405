use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use rustix::io::Errno;

use super::{FileEntry, FileError, Folder, LastLink, Root};
use crate::{Access, Author, RelPath};

impl Root {
    /// Replaces one of planwright's own files atomically. The change may be lost in a power failure. The folder must exist.
    /// Replaces a link instead of following it.
    pub fn put(&self, path: &RelPath, content: &[u8]) -> Result<(), FileError> {
        let real = self.real(path, LastLink::Keep)?;
        for path in [path, &real] {
            path.permit(Access::Write(Author::Planwright))?;
        }
        let failed = |error| FileError::io("write", path, error);
        let folder = self.parent(&real).map_err(failed)?;
        folder.remove_drafts(is_draft);
        folder.put(real.name().as_ref(), content, None, false).map_err(failed)
    }
}

impl Folder {
    /// Replaces a file atomically: writes a draft beside it, then renames the draft. Replaces a link instead of
    /// following it, and breaks hard links. Without a `mode`, the umask decides. With `is_durable`, the file survives a
    /// power failure.
    pub fn put(&self, name: &OsStr, content: &[u8], mode: Option<u32>, is_durable: bool) -> io::Result<()> {
        self.remove_drafts(|draft| is_draft_of(name, draft));
        let (draft, file) = self.new_draft(name, if mode.is_some() { 0o600 } else { 0o644 })?;
        let written = || {
            (&file).write_all(content)?;
            if let Some(mode) = mode {
                rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))?;
            }
            if is_durable {
                file.sync_all()?;
            }
            self.rename(draft.as_os_str(), name)?;
            if is_durable { self.sync() } else { Ok(()) }
        };
        written().inspect_err(|_| drop(self.remove_file(draft.as_os_str())))
    }

    /// The name is random, because a process on another machine may write the same file. An existing file is never
    /// opened: it may be a hard link to another file. The lock shows that the writer lives.
    fn new_draft(&self, name: &OsStr, mode: u32) -> io::Result<(OsString, File)> {
        for _ in 0..ATTEMPTS_MAX {
            let draft = draft_name(name);
            let file = self.create(draft.as_os_str(), OFlags::WRONLY, mode)?;
            let is_locked = flock(&file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK);
            // Another process may have removed it before it was locked.
            if is_locked && FileEntry::of(&file)?.0.st_nlink > 0 {
                return Ok((draft, file));
            }
        }
        Err(io::Error::other("another process keeps removing the draft"))
    }

    /// Removes drafts of killed writers. A leftover draft is harmless, so errors are ignored.
    fn remove_drafts(&self, is_meant: impl Fn(&OsStr) -> bool) {
        for draft in self.all_names().unwrap_or_default() {
            if is_meant(&draft)
                && let Some(text) = draft.to_str()
                && let Ok(Some(file)) = self.open_regular(text, OFlags::RDONLY)
                && flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
            {
                let _ = self.remove_file(text);
            }
        }
    }
}

const ATTEMPTS_MAX: usize = 10;
const SUFFIX: &str = ".tmp";
const RANDOM_DIGITS: usize = 16;

fn draft_name(name: &OsStr) -> OsString {
    let random = RandomState::new().build_hasher().finish();
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{random:0RANDOM_DIGITS$x}{SUFFIX}"));
    draft
}

/// In a folder of planwright's own, every file that is named like a draft is one.
fn is_draft(name: &OsStr) -> bool {
    let random = || {
        let (_, random) = name
            .to_str()?
            .strip_prefix('.')?
            .strip_suffix(SUFFIX)?
            .rsplit_once('.')?;
        Some(random.len() == RANDOM_DIGITS && random.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    random().unwrap_or(false)
}

/// In a folder of the user, another program's files could be named like drafts of other files.
fn is_draft_of(name: &OsStr, draft: &OsStr) -> bool {
    let rest = || draft.as_bytes().strip_prefix(b".")?.strip_prefix(name.as_bytes());
    is_draft(draft) && rest().is_some_and(|rest| rest.len() == 1 + RANDOM_DIGITS + SUFFIX.len())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_temporary_file_of_another_program_is_kept() {
        let project = tempfile::tempdir().unwrap();
        let theirs = project.path().join(format!(".a.{}.tmp", std::process::id()));
        fs::write(&theirs, "half").unwrap();
        Root::open(project.path())
            .unwrap()
            .put(&"a".parse().unwrap(), b"new")
            .unwrap();
        assert_eq!(fs::read(&theirs).unwrap(), b"half");
        assert_ne!(draft_name("a".as_ref()), draft_name("a".as_ref()));
    }

    #[test]
    fn drafts_of_killed_writers_are_removed_and_those_of_others_stay() {
        let project = tempfile::tempdir().unwrap();
        let folder = Folder::open(project.path()).unwrap();
        let (living, _file) = folder.new_draft("a".as_ref(), 0o600).unwrap();
        let dead = draft_name("a".as_ref());
        for name in [
            dead.to_str().unwrap(),
            ".a.tmp",
            ".a.0123.tmp",
            ".b.0123456789abcdef.tmp",
        ] {
            fs::write(project.path().join(name), "half").unwrap();
        }
        folder.put("a".as_ref(), b"new", None, false).unwrap();
        assert!(!project.path().join(dead).exists());
        assert!(project.path().join(living).exists());
        assert_eq!(fs::read_dir(project.path()).unwrap().count(), 5);
    }

    #[test]
    fn files_are_written_only_to_permitted_paths() {
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
