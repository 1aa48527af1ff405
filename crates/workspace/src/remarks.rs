//! Lines in which people have noted what is left to do.

use std::path::Path;

use model::RelPath;

use crate::{outline, read_text};

const MARKS: [&str; 5] = ["TODO", "FIXME", "HACK", "XXX", "BUG"];
/// Larger files are hardly written by people.
const FILE_BYTES: usize = 512 * 1024;
const LINE_CHARS: usize = 300;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    pub path: RelPath,
    /// Counted from 1.
    pub line: usize,
    /// From the mark on.
    pub text: String,
}

/// At most `limit` of them, in the order of files and lines.
pub fn remarks(root: &Path, files: usize, limit: usize) -> Vec<Remark> {
    let found = outline(root, None, files).files.into_iter().flat_map(|path| {
        let text = read_text(&root.join(path.as_str()), FILE_BYTES).ok().flatten();
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

/// As a word of its own.
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
    fn remarks_are_words_of_their_own() {
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
}
