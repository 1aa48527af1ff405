//! Why a text is not a path of the project.

use crate::limits::{PATH_BYTES, PATH_NAME_BYTES};

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
    #[error("it is longer than {PATH_BYTES} bytes")]
    TooLong,
    #[error("one of its segments is longer than {PATH_NAME_BYTES} bytes")]
    NameTooLong,
}

pub(super) fn of_text(text: &str) -> Result<(), PathFault> {
    if text.len() > PATH_BYTES {
        return Err(PathFault::TooLong);
    }
    if text.contains(is_control) {
        return Err(PathFault::Control);
    }
    if text.starts_with(['/', '\\']) {
        return Err(PathFault::Absolute);
    }
    if has_drive(text) {
        return Err(PathFault::Drive);
    }
    match text.contains('\\') {
        true => Err(PathFault::Backslash),
        false => Ok(()),
    }
}

pub(super) fn of_first(name: &str) -> Result<(), PathFault> {
    match name {
        "~" => Err(PathFault::Home),
        _ if has_drive(name) => Err(PathFault::Drive),
        _ => Ok(()),
    }
}

pub(super) fn of_name(name: &str) -> Result<(), PathFault> {
    match name {
        ".." => Err(PathFault::Parent),
        _ if name.len() > PATH_NAME_BYTES => Err(PathFault::NameTooLong),
        _ => Ok(()),
    }
}

fn has_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// The two separators end lines for some readers, and journals and reports are made of lines.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}
