//! Lists the files of a project, without those that git ignores.

use std::path::Path;

use model::RelPath;

use crate::{Ignored, Kind, Root};

/// Folders of planwright and git, which are never listed.
const HIDDEN: &[&str] = &[".git", ".planwright", ".teddy", ".rawko"];

/// Files below a folder, by path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    pub files: Vec<RelPath>,
    /// The number of further files beyond the limit.
    pub left_out: usize,
}

/// At most `limit` files below `folder`, or below the root itself. Links are not followed. Ignore files are read
/// through the project's handle, because a clone could contain a pipe or an endless file in their place.
pub fn outline(root: &Path, folder: Option<&RelPath>, limit: usize) -> Outline {
    let Ok(tree) = Root::open(root) else {
        return Outline::default();
    };
    let mut walk = Walk {
        tree: &tree,
        ignored: Ignored::for_people(&tree, root),
        limit,
        outline: Outline::default(),
    };
    if let Some(folder) = folder {
        walk.ignored.include(folder);
    }
    walk.enter(folder);
    walk.outline
}

struct Walk<'a> {
    tree: &'a Root,
    ignored: Ignored<'a>,
    limit: usize,
    outline: Outline,
}

impl Walk<'_> {
    /// A folder that cannot be listed counts as empty.
    fn enter(&mut self, folder: Option<&RelPath>) {
        for entry in self.tree.list(folder).unwrap_or_default() {
            let path = match folder {
                Some(folder) => format!("{folder}/{}", entry.name),
                None => entry.name.clone(),
            };
            let Ok(path) = RelPath::new(&path) else { continue };
            match entry.kind {
                _ if HIDDEN.contains(&entry.name.as_str()) => {}
                Kind::Folder if !self.ignored.holds_folder(path.as_str()) => self.enter(Some(&path)),
                Kind::Folder => {}
                _ if self.ignored.holds(&path) => {}
                _ if self.outline.files.len() < self.limit => self.outline.files.push(path),
                _ => self.outline.left_out += 1,
            }
        }
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
    fn ignored_files_are_left_out_unless_teddyignore_includes_them() {
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
