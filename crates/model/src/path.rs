//! Paths below the project's root, judged by their letters alone. Nothing here knows what is on the disk.

mod fault;
mod off_limits;
#[cfg(test)]
mod path_tests;

use std::fmt;
use std::str::FromStr;

pub use fault::PathFault;
pub use off_limits::{Access, Author, OffLimits};

/// A file or folder below the root: names joined by `/`, none of which is empty, `.` or `..`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(String);

impl RelPath {
    /// `./`, doubled slashes and one at the end are taken out.
    pub fn new(text: &str) -> Result<Self, PathFault> {
        fault::of_text(text)?;
        let mut path = String::with_capacity(text.len());
        for name in text.split('/').filter(|name| !matches!(*name, "" | ".")) {
            fault::of_name(name)?;
            match path.is_empty() {
                // `./C:/x` must not become what `C:/x` may not be.
                true => fault::of_first(name)?,
                false => path.push('/'),
            }
            path.push_str(name);
        }
        match path.is_empty() {
            true => Err(PathFault::Empty),
            false => Ok(Self(path)),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folder that holds it; `None` for what lies in the root itself.
    pub fn parent(&self) -> Option<Self> {
        self.0.rsplit_once('/').map(|(parent, _)| Self(parent.to_owned()))
    }

    /// The folders that lead here, the nearest first.
    pub fn folders(&self) -> impl Iterator<Item = Self> + use<> {
        std::iter::successors(self.parent(), Self::parent)
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
}

impl FromStr for RelPath {
    type Err = PathFault;

    fn from_str(text: &str) -> Result<Self, PathFault> {
        Self::new(text)
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
