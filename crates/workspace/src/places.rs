//! Resolves the links in paths, so that paths can be compared. Also follows links out of the project: no file is opened by
//! the result.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// Resolves paths below a root. Remembers resolved folders, because many paths share them.
#[derive(Debug)]
pub struct Places {
    root: PathBuf,
    known: HashMap<String, PathBuf>,
}

impl Places {
    /// Resolves the root itself.
    pub fn of(root: &Path) -> Self {
        Self {
            root: root.canonicalize().unwrap_or_else(|_| root.to_owned()),
            known: HashMap::new(),
        }
    }

    /// The path without links, relative to the root if it is below. Missing parts stay as they are written.
    pub fn real(&mut self, written: &str) -> String {
        let root = self.root.clone();
        let written = Path::new(written);
        let inside = match written.strip_prefix(&root) {
            Err(_) if written.is_absolute() => return plain(written).to_string_lossy().into_owned(),
            inside => inside.unwrap_or(written),
        };
        let real = self.follow(&inside.to_string_lossy());
        let seen = real.strip_prefix(&root).unwrap_or(&real);
        seen.to_string_lossy().into_owned()
    }

    fn follow(&mut self, path: &str) -> PathBuf {
        let mut real = self.root.clone();
        let mut walked = String::new();
        for name in path.split('/').filter(|name| !matches!(*name, "" | ".")) {
            walked.push_str(name);
            real = match (name, self.known.get(&walked)) {
                (_, Some(known)) => known.clone(),
                ("..", None) => real.parent().map_or(real.clone(), Path::to_owned),
                (name, None) => follow_one(&real, name),
            };
            self.known.insert(walked.clone(), real.clone());
            walked.push('/');
        }
        real
    }
}

/// A link to a missing file is followed by its text, because the file may be created later.
fn follow_one(folder: &Path, name: &str) -> PathBuf {
    let place = folder.join(name);
    place.canonicalize().unwrap_or_else(|_| match place.read_link() {
        Ok(target) => plain(&folder.join(target)),
        Err(_) => place,
    })
}

fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_resolved_and_other_parts_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        std::fs::create_dir_all(root.join("src/deep")).unwrap();
        std::fs::create_dir_all(folder.path().join("other")).unwrap();
        symlink("src", root.join("lib")).unwrap();
        symlink(root.join("src/deep"), root.join("short")).unwrap();
        symlink("src/new.rs", root.join("to-be")).unwrap();
        symlink("../other", root.join("out")).unwrap();
        let mut places = Places::of(&root);
        let mut check = |written: &str, expected: &str| assert_eq!(places.real(written), expected, "{written}");
        check("lib/a.rs", "src/a.rs");
        check("./lib//deep/b.rs", "src/deep/b.rs");
        check("short/c.rs", "src/deep/c.rs");
        check("to-be", "src/new.rs");
        check("src/deep/../a.rs", "src/a.rs");
        check("none/such.rs", "none/such.rs");
        check(&root.join("lib/a.rs").to_string_lossy(), "src/a.rs");
        check("lib/", "src");
        check("", "");
        let outside = folder.path().canonicalize().unwrap().join("other/x");
        check("out/x", &outside.to_string_lossy());
    }
}
