//! A project in a temporary folder for tests.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::disk::Disk;
use super::{Applied, ApplyError, Change, apply_on};
use crate::tree::PathWalk;
use crate::{Author, Digest, RelPath, Root};

pub(super) struct TestProject {
    folder: tempfile::TempDir,
    pub root: Root,
}

/// Everything below a folder, by path.
pub(super) type Tree = BTreeMap<String, Node>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Folder(u32),
    File(Vec<u8>, u32),
    Link(PathBuf),
}

impl TestProject {
    /// A name with a slash at its end creates a folder.
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        Self::by(PathWalk::all()[0], files)
    }

    pub fn by(walk: PathWalk, files: &[(&str, &[u8])]) -> Self {
        // In memory if possible: tests sync thousands of groups.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self::within(folder.unwrap(), walk, files)
    }

    /// On the file system for temporary files.
    pub fn on_disk(files: &[(&str, &[u8])]) -> Self {
        Self::within(tempfile::tempdir().unwrap(), PathWalk::all()[0], files)
    }

    fn within(folder: tempfile::TempDir, walk: PathWalk, files: &[(&str, &[u8])]) -> Self {
        let project = folder.path().join("project");
        for place in [project.join(".planwright"), folder.path().join("outside")] {
            fs::create_dir_all(place).unwrap();
        }
        for (path, content) in files {
            let path = project.join(path);
            match path.to_str().unwrap().ends_with('/') {
                true => fs::create_dir_all(&path).unwrap(),
                false => {
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(&path, content).unwrap();
                }
            }
        }
        let root = Root::open_by(&project, walk).unwrap();
        Self { folder, root }
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join("project").join(path)
    }

    pub fn outside(&self, path: &str) -> PathBuf {
        self.folder.path().join("outside").join(path)
    }

    pub fn journal(&self) -> PathBuf {
        self.at(".planwright/group")
    }

    pub fn apply(&self, changes: &[Change]) -> Result<Applied, ApplyError> {
        super::apply(&self.root, &self.journal(), changes, Author::Action)
    }

    /// Fails at the operations that `fails` selects by number, counted from 0.
    pub fn apply_failing(
        &self,
        changes: &[Change],
        errno: i32,
        fails: impl Fn(usize) -> bool,
    ) -> Result<Applied, ApplyError> {
        failing(errno, fails, |disk| {
            apply_on(&self.root, &self.journal(), changes, Author::Action, disk)
        })
    }

    pub fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        gather(&self.at(""), &self.at(""), &mut tree);
        tree.retain(|path, _| !path.starts_with(".planwright"));
        tree
    }

    pub fn set_mode(&self, path: &str, mode: u32) {
        fs::set_permissions(self.at(path), fs::Permissions::from_mode(mode)).unwrap();
    }

    pub fn assert_no_journal(&self) {
        assert_eq!(fs::read_dir(self.at(".planwright")).unwrap().count(), 0);
    }
}

/// Calls `run` with a disk that fails at the selected operations.
pub(super) fn failing<T>(errno: i32, fails: impl Fn(usize) -> bool, run: impl FnOnce(&mut Disk<'_>) -> T) -> T {
    let mut steps = 0..;
    run(&mut Disk::new(&mut |_| match steps.next().is_some_and(&fails) {
        true => Err(io::Error::from_raw_os_error(errno)),
        false => Ok(()),
    }))
}

fn gather(top: &Path, folder: &Path, tree: &mut Tree) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let found = path.symlink_metadata().unwrap();
        let mode = found.permissions().mode() & 0o7777;
        let node = if found.is_dir() {
            gather(top, &path, tree);
            Node::Folder(mode)
        } else if found.is_symlink() {
            Node::Link(fs::read_link(&path).unwrap())
        } else {
            Node::File(fs::read(&path).unwrap(), mode)
        };
        let name = path.strip_prefix(top).unwrap().to_str().unwrap();
        tree.insert(name.to_owned(), node);
    }
}

pub(super) fn path(text: &str) -> RelPath {
    RelPath::new(text).unwrap()
}

pub(super) fn create(text: &str, content: &[u8]) -> Change {
    Change::Create {
        path: path(text),
        content: content.to_vec(),
    }
}

pub(super) fn edit(text: &str, before: &[u8], content: &[u8]) -> Change {
    Change::Edit {
        path: path(text),
        before: Digest::of(before),
        content: content.to_vec(),
    }
}

pub(super) fn delete(text: &str, before: &[u8]) -> Change {
    Change::Delete {
        path: path(text),
        before: Digest::of(before),
    }
}
