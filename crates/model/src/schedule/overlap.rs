//! Whether two tasks say that they touch the same files.

use crate::task::TaskPath;

/// A folder overlaps with all that is in it.
pub fn overlap(ours: &[TaskPath], theirs: &[TaskPath]) -> bool {
    ours.iter()
        .any(|our| theirs.iter().any(|their| is_same_or_within(&our.path, &their.path)))
}

fn is_same_or_within(one: &str, other: &str) -> bool {
    let mut pairs = parts(one).zip(parts(other));
    // The shorter one is a folder above the longer one, or the same.
    pairs.all(|(one, other)| one == other)
}

/// A path is written in several ways; the root itself has no parts, and so lies above everything.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !matches!(*part, "" | "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(one: &[&str], other: &[&str], expected: bool) {
        let paths = |list: &[&str]| list.iter().map(|path| TaskPath::read(path)).collect::<Vec<_>>();
        assert_eq!(overlap(&paths(one), &paths(other)), expected, "{one:?} and {other:?}");
        assert_eq!(overlap(&paths(other), &paths(one)), expected, "{other:?} and {one:?}");
    }

    #[test]
    fn a_folder_overlaps_with_what_is_in_it() {
        check(&["src/a.rs"], &["src/a.rs"], true);
        check(&["src"], &["src/a.rs"], true);
        check(&["src/"], &["src/deep/a.rs"], true);
        check(&["./src//deep"], &["+src/deep/a.rs"], true);
        check(&["."], &["docs/x.md"], true);
        check(&["docs", "src/b.rs"], &["tests", "src/b.rs"], true);
    }

    #[test]
    fn names_that_only_begin_alike_are_different() {
        check(&["src"], &["srcs/a.rs"], false);
        check(&["src/a"], &["src/a.rs"], false);
        check(&["src/a.rs"], &["src/b.rs"], false);
        check(&[], &["src"], false);
        check(&[], &[], false);
    }
}
