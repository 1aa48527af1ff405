//! Reads files by path, outside of projects or where the user chose the path.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path};

/// The kind of file at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    File,
    Folder,
    Missing,
}

/// The kind of file at a path below `root`. A path that leaves the root counts as missing.
pub fn look_up(root: &Path, path: &str) -> Found {
    let path = Path::new(path);
    let stays_inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !stays_inside {
        return Found::Missing;
    }
    let full = root.join(path);
    match full.metadata() {
        Ok(_) if !is_below(root, &full) => Found::Missing,
        Ok(found) if found.is_dir() => Found::Folder,
        Ok(_) => Found::File,
        Err(_) => Found::Missing,
    }
}

/// Creates the folder and its parents.
pub fn make_folders(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Whether `root` has a folder of this name.
pub fn has_folder(root: &Path, name: &str) -> bool {
    root.join(name).is_dir()
}

/// Resolves all links.
fn is_below(root: &Path, path: &Path) -> bool {
    match (root.canonicalize(), path.canonicalize()) {
        (Ok(root), Ok(path)) => path.starts_with(root),
        _ => false,
    }
}

/// The text of a file; `None` if it does not exist. A larger file than `limit` bytes is an error.
pub fn read_text(path: &Path, limit: usize) -> io::Result<Option<String>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some(bytes) = read_at_most(file, limit)? else {
        let what = format!("the file is larger than {limit} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    };
    let text = into_text(bytes);
    text.map(Some)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// `None` if there are more than `limit` bytes. The size in the metadata is not enough: a file may grow meanwhile.
pub(crate) fn read_at_most(from: impl Read, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() <= limit))
}

/// The position of the first byte that is not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is not text in UTF-8: see byte {byte} of line {line}")]
pub struct NotText {
    pub line: usize,
    /// Both count from 1.
    pub byte: usize,
}

/// Converts UTF-8 bytes to text.
pub fn into_text(bytes: Vec<u8>) -> Result<String, NotText> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line_start = good.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        NotText {
            line: good.iter().filter(|byte| **byte == b'\n').count() + 1,
            byte: good.len() - line_start + 1,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_text_is_reported_with_its_position() {
        assert_eq!(into_text("é\n".into()), Ok("é\n".to_owned()));
        let place = into_text(b"one\nt\xc3\xa9w\xe9\n".to_vec());
        assert_eq!(place, Err(NotText { line: 2, byte: 5 }));
    }

    #[test]
    fn paths_that_leave_the_root_are_missing() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("src")).unwrap();
        std::fs::write(root.path().join("src/a.rs"), "").unwrap();
        assert_eq!(look_up(root.path(), "src/a.rs"), Found::File);
        assert_eq!(look_up(root.path(), "src"), Found::Folder);
        assert_eq!(look_up(root.path(), "src/b.rs"), Found::Missing);
        assert_eq!(look_up(root.path(), ".."), Found::Missing);
        assert_eq!(look_up(root.path(), "/etc/passwd"), Found::Missing);
        std::os::unix::fs::symlink("/etc", root.path().join("out")).unwrap();
        std::os::unix::fs::symlink("src", root.path().join("in")).unwrap();
        assert_eq!(look_up(root.path(), "out/passwd"), Found::Missing);
        assert_eq!(look_up(root.path(), "in/a.rs"), Found::File);
    }

    #[test]
    fn large_files_are_refused() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("a");
        assert_eq!(read_text(&path, 3).unwrap(), None);
        std::fs::write(&path, "abc").unwrap();
        assert_eq!(read_text(&path, 3).unwrap().as_deref(), Some("abc"));
        assert!(read_text(&path, 2).is_err());
    }
}
