//! A project of plain files, and a folder outside that must not change.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use planwright_testkit::project::must;
use workspace::{Applied, ApplyError, Author, Change, Digest, RelPath, Root, apply, recover, revert};

pub struct Ground {
    folder: tempfile::TempDir,
    pub root: Root,
}

/// Everything below a folder, by path.
pub type Tree = BTreeMap<String, Node>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    Folder(u32),
    File(Vec<u8>, u32),
    Link(PathBuf),
}

/// Opens a root with the features of this kernel, or as on old kernels.
pub const WAYS: [fn(&Path) -> std::io::Result<Root>; 2] = [Root::open, Root::open_step_by_step];

impl Ground {
    /// Names that end in a slash are folders.
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        Self::by(Root::open, files)
    }

    pub fn by(open: fn(&Path) -> std::io::Result<Root>, files: &[(&str, &[u8])]) -> Self {
        // In memory if possible, because the tests sync thousands of groups.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = must("a folder", folder);
        let project = folder.path().join("project");
        for place in [project.join(".planwright"), folder.path().join("outside")] {
            must("a folder", fs::create_dir_all(place));
        }
        for (path, content) in files {
            let (path, is_folder) = (project.join(path), path.ends_with('/'));
            let above = if is_folder { Some(path.as_path()) } else { path.parent() };
            must("a folder", above.map_or(Ok(()), fs::create_dir_all));
            if !is_folder {
                must("a file", fs::write(path, content));
            }
        }
        let root = must("the root", open(&project));
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
        apply(&self.root, &self.journal(), changes, Author::Action)
    }

    pub fn revert(&self) -> Result<Applied, ApplyError> {
        revert(&self.root, &self.journal(), Author::Action)
    }

    pub fn recover(&self) -> Result<(), ApplyError> {
        recover(&self.root, &self.journal()).map(|_| ())
    }

    /// All files except planwright's own.
    pub fn tree(&self) -> Tree {
        tree(&self.at(""))
    }

    pub fn set_mode(&self, path: &str, mode: u32) {
        must(
            "a mode",
            fs::set_permissions(self.at(path), fs::Permissions::from_mode(mode)),
        );
    }
}

/// All files below a project's root except planwright's own.
pub fn tree(project: &Path) -> Tree {
    let mut tree = Tree::new();
    gather(project, project, &mut tree);
    tree.retain(|path, _| !path.starts_with(".planwright"));
    tree
}

pub fn gather(top: &Path, folder: &Path, tree: &mut Tree) {
    for entry in must("a folder", fs::read_dir(folder)) {
        let path = must("an entry", entry).path();
        let found = must("an entry", path.symlink_metadata());
        let mode = found.permissions().mode() & 0o7777;
        let node = if found.is_dir() {
            gather(top, &path, tree);
            Node::Folder(mode)
        } else if found.is_symlink() {
            Node::Link(must("a link", fs::read_link(&path)))
        } else {
            Node::File(must("a file", fs::read(&path)), mode)
        };
        let name = must("a name", path.strip_prefix(top)).to_string_lossy().into_owned();
        tree.insert(name, node);
    }
}

pub fn path(text: &str) -> RelPath {
    must(text, RelPath::new(text))
}

pub fn create(text: &str, content: &[u8]) -> Change {
    Change::Create {
        path: path(text),
        content: content.to_vec(),
    }
}

pub fn edit(text: &str, before: &[u8], content: &[u8]) -> Change {
    Change::Edit {
        path: path(text),
        before: Digest::of(before),
        content: content.to_vec(),
    }
}

pub fn delete(text: &str, before: &[u8]) -> Change {
    Change::Delete {
        path: path(text),
        before: Digest::of(before),
    }
}
