//! Which files a project consists of, as far as people care: what git would ignore is left out.

use std::path::Path;

use ignore::WalkBuilder;
use model::RelPath;

/// Like `.gitignore`, asked after it; `!` brings back what that leaves out.
const OWN_IGNORE: &str = ".teddyignore";
/// Ours and git's own, which nobody wants to see.
const HIDDEN: &[&str] = &[".git", ".planwright", ".teddy", ".rawko"];

/// Files below a folder, by path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    pub files: Vec<RelPath>,
    /// How many there are beyond those that were asked for.
    pub left_out: usize,
}

/// At most `limit` files below `folder`, or below the root itself. Links are not followed.
pub fn outline(root: &Path, folder: Option<&RelPath>, limit: usize) -> Outline {
    let start = folder.map_or_else(|| root.to_owned(), |folder| root.join(folder.as_str()));
    let mut walk = WalkBuilder::new(start);
    walk.hidden(false)
        .require_git(false)
        .git_global(false)
        .add_custom_ignore_filename(OWN_IGNORE)
        .sort_by_file_name(Ord::cmp)
        .filter_entry(|entry| entry.file_name().to_str().is_none_or(|name| !HIDDEN.contains(&name)));
    let mut files = walk
        .build()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_some_and(|kind| !kind.is_dir()))
        .filter_map(|entry| RelPath::new(entry.path().strip_prefix(root).ok()?.to_str()?).ok());
    Outline {
        files: files.by_ref().take(limit).collect(),
        left_out: files.count(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = outline(root.path(), None, 100);
        let found: Vec<&str> = found.files.iter().map(RelPath::as_str).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn ignored_files_are_left_out_unless_they_are_brought_back() {
        check(
            &[
                (".gitignore", "*.log\ntarget/\n"),
                (".teddyignore", "!keep.log\nsecret.txt\n"),
                ("a.log", ""),
                ("keep.log", ""),
                ("secret.txt", ""),
                ("src/a.rs", ""),
                ("target/x", ""),
                (".git/config", ""),
                (".teddy/memos.yaml", ""),
                (".github/ci.yml", ""),
            ],
            &[".github/ci.yml", ".gitignore", ".teddyignore", "keep.log", "src/a.rs"],
        );
    }

    #[test]
    fn a_large_project_is_cut() {
        let root = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            fs::write(root.path().join(name), "").unwrap();
        }
        let cut = outline(root.path(), None, 2);
        assert_eq!((cut.files.len(), cut.left_out), (2, 1));
        assert_eq!(outline(root.path(), None, 3).left_out, 0);
    }
}
