//! Finds comments such as `TODO` and `FIXME`.

use std::path::Path;

use model::RelPath;

use crate::{Root, outline};

const MARKS: [&str; 5] = ["TODO", "FIXME", "HACK", "XXX", "BUG"];
/// Larger files are usually generated.
const FILE_BYTES: usize = 512 * 1024;
const LINE_CHARS: usize = 300;

/// A line with a mark such as `TODO`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    pub path: RelPath,
    /// Counted from 1.
    pub line: usize,
    /// The line from the mark to its end.
    pub text: String,
}

/// At most `limit` lines of the first `files` files, in order. Links are not followed.
pub fn remarks(root: &Path, files: usize, limit: usize) -> Vec<Remark> {
    let Ok(tree) = Root::open(root) else {
        return Vec::new();
    };
    let own = outline(root, None, files).files.into_iter();
    let own = own.filter(|path| !root.join(path.as_str()).is_symlink());
    let found = own.flat_map(|path| {
        let text = tree.read_text(&path, FILE_BYTES).ok().flatten();
        in_text(&path, &text.unwrap_or_default())
    });
    found.take(limit).collect()
}

fn in_text(path: &RelPath, text: &str) -> Vec<Remark> {
    let remark = |(index, line): (usize, &str)| {
        let at = MARKS.iter().filter_map(|mark| mark_in(line, mark)).min()?;
        Some(Remark {
            path: path.clone(),
            line: index + 1,
            text: line[at..].trim_end().chars().take(LINE_CHARS).collect(),
        })
    };
    text.lines().enumerate().filter_map(remark).collect()
}

/// The position of the mark as a separate word.
fn mark_in(line: &str, mark: &str) -> Option<usize> {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(mark)
        .map(|(at, _)| at)
        .find(|at| !is_word(line[..*at].chars().next_back()) && !is_word(line[at + mark.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_inside_of_words_do_not_count() {
        let path = RelPath::new("a.rs").unwrap();
        let text = "fn a() {} // TODO: test it\nlet TODOS = 1;\n# FIXME(ann) slow\nDEBUG\n";
        let found: Vec<_> = in_text(&path, text)
            .into_iter()
            .map(|remark| (remark.line, remark.text))
            .collect();
        assert_eq!(
            found,
            [(1, "TODO: test it".to_owned()), (3, "FIXME(ann) slow".to_owned())]
        );
    }

    #[test]
    fn links_are_not_followed() {
        let scene = tempfile::tempdir().unwrap();
        let root = scene.path().join("root");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(scene.path().join("history"), "TODO: outside\n").unwrap();
        std::fs::write(root.join("a.md"), "TODO: inside\n").unwrap();
        for (target, link) in [("../history", "b.md"), ("a.md", "c.md"), ("/dev/tty", "d.md")] {
            std::os::unix::fs::symlink(target, root.join(link)).unwrap();
        }
        let found = remarks(&root, 100, 100);
        let found: Vec<_> = found
            .iter()
            .map(|remark| (remark.path.as_str(), remark.text.as_str()))
            .collect();
        assert_eq!(found, [("a.md", "TODO: inside")]);
    }
}
