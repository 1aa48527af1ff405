//! Why a text is not a path of the project.

use std::fmt;

use super::{NAME_BYTES_MAX, PATH_BYTES_MAX};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct PathError {
    /// As it was given.
    pub path: String,
    pub fault: PathFault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathFault {
    Empty,
    Absolute,
    Drive,
    Home,
    Parent,
    Backslash,
    Control(char),
    TooLong,
    NameTooLong,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The text is hostile until proved otherwise: `Debug` escapes what would move a cursor.
        write!(f, "{:?} is not a path of the project: {}", self.path, self.fault)
    }
}

impl fmt::Display for PathFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it names no file or folder below the root"),
            Self::Absolute => f.write_str("it is absolute; paths are relative to the root"),
            Self::Drive => f.write_str("it begins with a drive letter; paths are relative to the root"),
            Self::Home => f.write_str("it begins in the home folder; paths are relative to the root"),
            Self::Parent => f.write_str("`..` could leave the root"),
            Self::Backslash => f.write_str("it holds a backslash; names are separated by `/`"),
            Self::Control(found) => write!(f, "it holds the control character U+{:04X}", u32::from(*found)),
            Self::TooLong => write!(f, "it is longer than {PATH_BYTES_MAX} bytes"),
            Self::NameTooLong => write!(f, "one of its names is longer than {NAME_BYTES_MAX} bytes"),
        }
    }
}

pub(super) fn of_text(text: &str) -> Option<PathFault> {
    if text.len() > PATH_BYTES_MAX {
        return Some(PathFault::TooLong);
    }
    if let Some(found) = text.chars().find(|c| is_control(*c)) {
        return Some(PathFault::Control(found));
    }
    if text.starts_with('/') || text.starts_with('\\') {
        return Some(PathFault::Absolute);
    }
    let is_plain = !text.contains('\\') || of_first(text).is_some();
    (!is_plain).then_some(PathFault::Backslash)
}

pub(super) fn of_first(name: &str) -> Option<PathFault> {
    match name.as_bytes() {
        b"~" => Some(PathFault::Home),
        [letter, b':', ..] if letter.is_ascii_alphabetic() => Some(PathFault::Drive),
        _ => None,
    }
}

pub(super) fn of_name(name: &str) -> Option<PathFault> {
    match name {
        ".." => Some(PathFault::Parent),
        _ if name.len() > NAME_BYTES_MAX => Some(PathFault::NameTooLong),
        _ => None,
    }
}

/// The two separators end lines for some readers, and our journal and reports are made of lines.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}
