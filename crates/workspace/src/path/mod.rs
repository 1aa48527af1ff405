//! Paths as actions may name them. Nothing here looks at the disk.

mod fault;
mod off_limits;
#[cfg(test)]
mod path_tests;

use std::fmt;
use std::str::FromStr;

pub use fault::{PathError, PathFault};
pub use off_limits::{Access, OffLimits};

const PATH_BYTES_MAX: usize = 4096;
const NAME_BYTES_MAX: usize = 255;

/// A file or folder below the project's root: relative, normalized, and without a way out in its text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(String);

impl RelPath {
    pub fn parse(text: &str) -> Result<Self, PathError> {
        let refuse = |fault| PathError {
            path: text.to_owned(),
            fault,
        };
        fault::of_text(text).map_or(Ok(()), |fault| Err(refuse(fault)))?;
        let mut names = Vec::new();
        for name in text.split('/').filter(|name| !matches!(*name, "" | ".")) {
            fault::of_name(name).map_or(Ok(()), |fault| Err(refuse(fault)))?;
            names.push(name);
        }
        let first = names.first().ok_or_else(|| refuse(PathFault::Empty))?;
        fault::of_first(first).map_or(Ok(()), |fault| Err(refuse(fault)))?;
        Ok(Self(names.join("/")))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `None` for what lies in the root itself.
    pub fn parent(&self) -> Option<Self> {
        self.0.rsplit_once('/').map(|(parent, _)| Self(parent.to_owned()))
    }

    /// The last of its names.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.split('/')
    }

    pub fn is_below(&self, folder: &Self) -> bool {
        self.0.strip_prefix(&folder.0).is_some_and(|rest| rest.starts_with('/'))
    }

    /// The folders that lead here, the nearest first.
    pub(crate) fn folders(&self) -> impl Iterator<Item = Self> + use<> {
        std::iter::successors(self.parent(), Self::parent)
    }
}

impl FromStr for RelPath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        Self::parse(text)
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
