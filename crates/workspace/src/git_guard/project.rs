//! Reads files for the guard: of limited size, and without following links inside of the project.

use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

use super::copies::{self, Copied, Copies};
use super::layout::WatchKind;
use super::{GitSurroundings, GuardError};
use crate::Root;
use crate::git::read_bounded;

/// How a `.git` file begins.
pub(super) const POINTER: &[u8] = b"gitdir: ";
/// Links on the way to one file.
const HOPS_MAX: usize = 40;

pub(super) struct Project<'a> {
    pub root: Root,
    /// Without links.
    pub path: PathBuf,
    pub surroundings: GitSurroundings<'a>,
}

impl<'a> Project<'a> {
    pub fn open(path: &Path, surroundings: GitSurroundings<'a>) -> Result<Self, GuardError> {
        let failed = |error| GuardError::io(path, error);
        Ok(Self {
            root: Root::open(path).map_err(failed)?,
            path: path.canonicalize().map_err(failed)?,
            surroundings,
        })
    }

    /// The path from the root; `None` for what is outside of the project.
    pub fn inside<'p>(&self, path: &'p Path) -> Option<&'p Path> {
        path.strip_prefix(&self.path).ok()
    }

    /// The content of a file; `None` if it does not exist.
    pub fn read(&self, path: &Path, kind: WatchKind) -> Result<Option<Vec<u8>>, GuardError> {
        // No command can write outside of the project. Links are followed there: many users link their settings.
        let Some(inside) = self.inside(path) else {
            return read_bounded(path).map_err(|error| GuardError::io(path, error));
        };
        let mut copies = Copies::default();
        copies::copy(&self.root, inside, kind, &mut copies);
        match copies.all.remove(inside) {
            None => Ok(None),
            Some(Copied::File { bytes, .. }) => Ok(Some(bytes)),
            Some(other) => Err(GuardError::unfit(path, &other)),
        }
    }

    /// The target of a path, and the links in the project that it passes.
    pub fn resolve(&self, path: &Path) -> (PathBuf, Vec<PathBuf>) {
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

/// Reads a path as git does: leading and trailing blanks are part of it.
pub(super) fn path_of(text: &[u8]) -> Option<PathBuf> {
    let end = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'))?;
    let text = &text[..=end];
    (!text.contains(&0)).then(|| PathBuf::from(std::ffi::OsStr::from_bytes(text)))
}
