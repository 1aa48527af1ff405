//! Something that can be read.

use std::fmt;

use crate::path::RelPath;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    File(RelPath),
    Url(String),
}

impl Resource {
    pub fn path(&self) -> Option<&RelPath> {
        match self {
            Self::File(path) => Some(path),
            Self::Url(_) => None,
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.fmt(f),
            Self::Url(url) => url.fmt(f),
        }
    }
}
