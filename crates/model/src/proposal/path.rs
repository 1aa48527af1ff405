//! A path below the project's root, judged by its letters alone.

use std::fmt;

/// Segments joined by `/`, without a leading slash, `.`, `..` or empty segments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    #[error("it is empty")]
    Empty,
    #[error("it begins with `/`, which would be outside of the project")]
    Absolute,
    #[error("`..` could lead out of the project")]
    Parent,
    #[error("`~` is a home folder, outside of the project")]
    Home,
    #[error("a drive letter is outside of the project")]
    Drive,
    #[error("it holds a backslash; segments are joined by `/`")]
    Backslash,
    #[error("it holds a control character")]
    Control,
}

impl RelPath {
    /// `./` and doubled slashes are taken out.
    pub fn new(path: &str) -> Result<Self, PathFault> {
        if path.chars().any(char::is_control) {
            return Err(PathFault::Control);
        }
        if has_drive(path) {
            return Err(PathFault::Drive);
        }
        if path.contains('\\') {
            return Err(PathFault::Backslash);
        }
        if path.starts_with('/') {
            return Err(PathFault::Absolute);
        }
        let mut segments = path.split('/').filter(|segment| !matches!(*segment, "" | "."));
        if segments.clone().any(|segment| segment == "..") {
            return Err(PathFault::Parent);
        }
        if path == "~" || path.starts_with("~/") {
            return Err(PathFault::Home);
        }
        let first = segments.next().ok_or(PathFault::Empty)?;
        let whole = segments.fold(first.to_owned(), |whole, segment| whole + "/" + segment);
        // `./C:/x` must not become what `C:/x` may not be.
        match has_drive(&whole) {
            true => Err(PathFault::Drive),
            false if whole == "~" || whole.starts_with("~/") => Err(PathFault::Home),
            false => Ok(Self(whole)),
        }
    }

    /// The folder that holds it; `None` for the project's root.
    pub fn folder(&self) -> Option<Self> {
        let (folder, _) = self.0.rsplit_once('/')?;
        Some(Self(folder.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_hold_paths() {
        let path = RelPath::new("a/b c/d").unwrap();
        let folders: Vec<_> = std::iter::successors(path.folder(), RelPath::folder).collect();
        assert_eq!(folders, ["a/b c", "a"].map(|folder| RelPath::new(folder).unwrap()));
    }

    #[test]
    fn paths_stay_below_the_root() {
        for (given, path) in [
            ("a", "a"),
            ("./a//b/./c/", "a/b/c"),
            ("a b/(c)/[d]%20.md", "a b/(c)/[d]%20.md"),
            ("..a/b..", "..a/b.."),
            ("a~/b", "a~/b"),
            ("ab:c", "ab:c"),
        ] {
            assert_eq!(RelPath::new(given).unwrap().as_str(), path);
        }
        for (given, fault) in [
            ("", PathFault::Empty),
            ("./.", PathFault::Empty),
            ("/etc/passwd", PathFault::Absolute),
            ("a/../b", PathFault::Parent),
            ("..", PathFault::Parent),
            ("~/.ssh", PathFault::Home),
            ("./~/x", PathFault::Home),
            ("C:/x", PathFault::Drive),
            ("c:\\x", PathFault::Drive),
            ("./c:/x", PathFault::Drive),
            ("a\\..\\b", PathFault::Backslash),
            ("a\0b", PathFault::Control),
            ("a\nb", PathFault::Control),
        ] {
            assert_eq!(RelPath::new(given), Err(fault), "{given:?}");
        }
    }
}
