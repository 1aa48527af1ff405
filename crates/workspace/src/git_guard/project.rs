//! Reads files for the guard: of limited size, and without following links inside of the project.

use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use super::copies::{self, Copied, Copies};
use super::layout::WatchKind;
use super::{GitSurroundings, GuardError};
use crate::Root;
use crate::git::{self, read_bounded};
use crate::tree::Folder;

/// How a `.git` file begins.
pub(super) const POINTER: &[u8] = b"gitdir: ";
/// Links on the way to one file.
const HOPS_MAX: usize = 40;

/// The folders that a command can write to, opened before it runs.
pub(super) struct Roots {
    project: Root,
    repository: Option<(PathBuf, Root)>,
}

pub(super) struct GuardedProject<'a> {
    pub roots: Roots,
    /// Without links.
    pub path: PathBuf,
    /// For a linked worktree: the folder of its repository, if it is outside of the project.
    pub outside: Option<PathBuf>,
    pub surroundings: GitSurroundings<'a>,
}

impl<'a> GuardedProject<'a> {
    /// `reaches_out`: the command can write to the repository of a linked worktree, also outside of the project.
    pub fn open(path: &Path, surroundings: GitSurroundings<'a>, reaches_out: bool) -> Result<Self, GuardError> {
        let failed = |error| GuardError::io(path, error);
        let real = path.canonicalize().map_err(failed)?;
        let outside = git::common_folder(&real);
        let outside = outside.filter(|common| !common.starts_with(&real) && !real.starts_with(common));
        let reached = outside
            .as_deref()
            .filter(|common| reaches_out && is_only_a_repository(common));
        let repository = reached.map(|common| Ok((common.to_owned(), Root::open(common)?)));
        Ok(Self {
            roots: Roots {
                project: Root::open(path).map_err(failed)?,
                repository: repository.transpose().map_err(failed)?,
            },
            path: real,
            outside,
            surroundings,
        })
    }

    /// The key of a path in the guard's lists: relative for the project, absolute for a repository outside of it. `None`
    /// if the command cannot write there.
    pub fn inside<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        let is_outside = || self.roots.repository().is_some_and(|top| path.starts_with(top));
        let inside = path.strip_prefix(&self.path).ok();
        inside.or_else(|| is_outside().then_some(path))
    }

    /// The content of a file; `None` if it does not exist.
    pub fn read(&self, path: &Path, kind: WatchKind) -> Result<Option<Vec<u8>>, GuardError> {
        // No command can write there. Links are followed there: many users link their settings.
        let Some(inside) = self.inside(path) else {
            return read_bounded(path, kind.limit()).map_err(|error| GuardError::io(path, error));
        };
        let mut copies = Copies::default();
        copies::copy(&self.roots, inside, kind, &mut copies);
        match copies.all.remove(inside) {
            None => Ok(None),
            Some(Copied::File { bytes, .. }) => Ok(Some(bytes)),
            Some(other) => Err(GuardError::unfit(path, &other)),
        }
    }

    /// As [`resolve`], with only those links that are in the project.
    pub fn resolve(&self, path: &Path) -> (PathBuf, Vec<PathBuf>) {
        let (real, links) = resolve(path);
        let inside = links.iter().filter_map(|link| self.inside(link));
        let links = inside.map(Path::to_path_buf).collect();
        (real, links)
    }

    /// The folder that a `.git` file points to.
    pub fn pointed_to(&self, pointer: &Path, text: &[u8]) -> Option<PathBuf> {
        let target = path_of(text.strip_prefix(POINTER)?)?;
        Some(self.resolve(&pointer.parent()?.join(target)).0)
    }
}

/// The target of an absolute path, which need not exist, and the links that it passes.
pub(super) fn resolve(path: &Path) -> (PathBuf, Vec<PathBuf>) {
    let mut links = Vec::new();
    let mut ahead: Vec<PathBuf> = vec![path.to_owned()];
    let mut real = PathBuf::from("/");
    while let Some(part) = ahead.pop() {
        let mut components = part.components();
        match components.next() {
            None => continue,
            Some(Component::RootDir) => real = PathBuf::from("/"),
            Some(Component::ParentDir) => drop(real.pop()),
            Some(Component::Normal(name)) => {
                let next = real.join(name);
                ahead.push(components.as_path().to_owned());
                match next.read_link() {
                    Ok(target) if links.len() < HOPS_MAX => {
                        links.push(next);
                        ahead.push(target);
                    }
                    _ => real = next,
                }
                continue;
            }
            Some(Component::CurDir | Component::Prefix(_)) => {}
        }
        ahead.push(components.as_path().to_owned());
    }
    (real, links)
}

impl Roots {
    pub(super) fn repository(&self) -> Option<&Path> {
        self.repository.as_ref().map(|(path, _)| path.as_path())
    }

    pub(super) fn folder_at(&self, path: &Path) -> io::Result<Folder> {
        match &self.repository {
            Some((top, root)) if path.is_absolute() => {
                let inside = path.strip_prefix(top).map_err(|_| io::ErrorKind::InvalidInput)?;
                root.folder_at(inside)
            }
            _ => self.project.folder_at(path),
        }
    }
}

/// Whether a folder has the content of a repository, and no working tree. A command must not get access to a working
/// tree of another project, and Landlock could not exclude it.
fn is_only_a_repository(common: &Path) -> bool {
    let has_working_tree = |git_folder: PathBuf| {
        let entry = git::worktree_entry(&git_folder);
        entry.is_some_and(|entry| entry.canonicalize().unwrap_or(entry).starts_with(common))
    };
    let worktrees = common.join("worktrees");
    let names = Root::open(&worktrees).and_then(|root| copies::names(root.folder_at(Path::new(""))?));
    let is_repository = ["objects", "refs"].iter().all(|name| common.join(name).is_dir());
    is_repository && names.is_ok_and(|names| !names.iter().any(|name| has_working_tree(worktrees.join(name))))
}

/// Reads a path as git does: leading and trailing blanks are part of it.
pub(super) fn path_of(text: &[u8]) -> Option<PathBuf> {
    let end = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'))?;
    let text = &text[..=end];
    (!text.contains(&0)).then(|| PathBuf::from(std::ffi::OsStr::from_bytes(text)))
}
