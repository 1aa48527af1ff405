//! Paths of the project as plans write them: relative to the root, with forward slashes; a folder may end in one.

use model::TaskPath;

/// Why a path cannot be looked up in the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Danger {
    Empty,
    Absolute,
    Url,
    LeavesRoot,
    ControlCharacter,
}

/// Reads a written path. `./a`, `a//b` and `a/./b` are other spellings of what we keep; the mark of a folder stays.
pub(crate) fn tidy(written: &str) -> TaskPath {
    let read = TaskPath::read(written);
    if danger(&read.path).is_some() {
        return read;
    }
    let parts: Vec<_> = read.path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let mark = if read.path.ends_with('/') { "/" } else { "" };
    let path = match parts.as_slice() {
        [] => ".".to_owned(),
        parts => format!("{}{mark}", parts.join("/")),
    };
    TaskPath { path, ..read }
}

pub(crate) fn danger(path: &str) -> Option<Danger> {
    let is_drive = |path: &str| matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if path.trim().is_empty() {
        Some(Danger::Empty)
    } else if path.chars().any(char::is_control) {
        Some(Danger::ControlCharacter)
    } else if path.contains("://") {
        Some(Danger::Url)
    } else if path.starts_with(['/', '\\']) || path == "~" || path.starts_with("~/") || is_drive(path) {
        Some(Danger::Absolute)
    } else if path.split(['/', '\\']).any(|part| part == "..") {
        Some(Danger::LeavesRoot)
    } else {
        None
    }
}

/// The tidy path without the mark of a folder; nothing for the root itself.
pub(super) fn bare(tidy: &str) -> &str {
    let bare = tidy.trim_end_matches('/');
    if bare == "." { "" } else { bare }
}

/// The folder that a bare path lies in; `None` right below the root.
pub(super) fn parent(bare: &str) -> Option<&str> {
    bare.rsplit_once('/').map(|(parent, _)| parent)
}

pub(super) fn file_name(bare: &str) -> &str {
    bare.rsplit_once('/').map_or(bare, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidies_spelling_and_keeps_meaning() {
        let check = |written: &str, expected: &str| assert_eq!(tidy(written).to_string(), expected);
        check("src/main.py", "src/main.py");
        check("./src/main.py", "src/main.py");
        check("src//a/./b.py", "src/a/b.py");
        check("+./pkg/", "+pkg/");
        check("pkg//", "pkg/");
        check(".", ".");
        check("./", ".");
        check("../x", "../x");
        check("/etc//passwd", "/etc//passwd");
        check("+", "+");
        check("", "");
    }

    #[test]
    fn knows_paths_that_are_not_of_the_project() {
        let check = |path: &str, expected: Option<Danger>| assert_eq!(danger(path), expected, "{path:?}");
        check("a", None);
        check("a..b", None);
        check(".github/x", None);
        check("~backup", None);
        check("", Some(Danger::Empty));
        check("  ", Some(Danger::Empty));
        check("a\0b", Some(Danger::ControlCharacter));
        check("a\nb", Some(Danger::ControlCharacter));
        check("/etc/passwd", Some(Danger::Absolute));
        check("\\\\host\\x", Some(Danger::Absolute));
        check("C:/x", Some(Danger::Absolute));
        check("~/x", Some(Danger::Absolute));
        check("~", Some(Danger::Absolute));
        check("..", Some(Danger::LeavesRoot));
        check("a/../b", Some(Danger::LeavesRoot));
        check("a/..", Some(Danger::LeavesRoot));
        check("..\\x", Some(Danger::LeavesRoot));
        check("https://example.com/a", Some(Danger::Url));
    }

    #[test]
    fn takes_paths_apart() {
        assert_eq!(bare("pkg/"), "pkg");
        assert_eq!(bare("."), "");
        assert_eq!(parent("a/b/c"), Some("a/b"));
        assert_eq!(parent("a"), None);
        assert_eq!(file_name("a/b"), "b");
        assert_eq!(file_name("b"), "b");
    }
}
