//! Whether two tasks say that they touch the same files.
//!
//! A declared path may be a pattern. What a pattern matches depends on what is there, and that changes while agents work,
//! so two of them count as overlapping unless their text alone keeps them apart.

use crate::task::TaskPath;

/// What makes a name a pattern. A backslash takes the meaning from the sign behind it, and is not looked into.
const SIGNS: [char; 5] = ['*', '?', '[', '{', '\\'];

/// A folder overlaps with all that is in it, and a pattern with all that it may match.
pub fn overlap(ours: &[TaskPath], theirs: &[TaskPath]) -> bool {
    ours.iter()
        .any(|our| theirs.iter().any(|their| may_meet(&our.path, &their.path)))
}

/// A path up to the folder above its first pattern, and the rest.
pub fn split_at_pattern(path: &str) -> (&str, &str) {
    let Some(sign) = path.find(SIGNS) else {
        return (path, "");
    };
    path.split_at(path[..sign].rfind('/').map_or(0, |slash| slash + 1))
}

fn may_meet(one: &str, other: &str) -> bool {
    for (one, other) in parts(one).into_iter().zip(parts(other)) {
        if is_open_ended(one) || is_open_ended(other) {
            return true;
        }
        if !may_be_same(one, other) {
            return false;
        }
    }
    // The shorter one is a folder above the longer one, or the same.
    true
}

/// It can stand for any number of folders; an alternative may hold slashes of its own.
fn is_open_ended(part: &str) -> bool {
    part.contains("**") || part.contains('{')
}

/// Whether one name can fit both. Of a pattern, only its literal ends are looked at.
fn may_be_same(one: &str, other: &str) -> bool {
    match (one.find(SIGNS), other.find(SIGNS)) {
        (None, None) => one == other,
        (Some(_), None) => may_match(one, other),
        (None, Some(_)) => may_match(other, one),
        (Some(_), Some(_)) => {
            let ((one, last), (other, other_last)) = (ends(one), ends(other));
            (one.starts_with(other) || other.starts_with(one))
                && (last.ends_with(other_last) || other_last.ends_with(last))
        }
    }
}

fn may_match(pattern: &str, name: &str) -> bool {
    let (first, last) = ends(pattern);
    // In one that stands for itself, such as `[id]`, the signs are part of the name.
    name == pattern || (name.starts_with(first) && name.ends_with(last))
}

/// What a pattern begins and ends with in any case.
fn ends(pattern: &str) -> (&str, &str) {
    let first = pattern.split(SIGNS).next().unwrap_or_default();
    // Behind a closing bracket a name goes on; behind a backslash its sign is meant literally, but it is not looked at.
    let last = pattern.rsplit(['*', '?', ']', '}']).next().unwrap_or_default();
    (first, if last.contains(SIGNS) { "" } else { last })
}

/// A path is written in several ways; the root itself has no parts, and so lies above everything.
fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match (part, parts.last()) {
            ("..", Some(&above)) if above != ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts
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
        check(&["src/../docs"], &["docs/a.md"], true);
        check(&["src/../docs"], &["src/a.rs"], false);
        check(&["../other/a.md"], &["../other"], true);
    }

    #[test]
    fn names_that_only_begin_alike_are_different() {
        check(&["src"], &["srcs/a.rs"], false);
        check(&["src/a"], &["src/a.rs"], false);
        check(&["src/a.rs"], &["src/b.rs"], false);
        check(&[], &["src"], false);
        check(&[], &[], false);
    }

    #[test]
    fn a_pattern_overlaps_with_all_that_it_may_match() {
        check(&["src/**"], &["src/a.rs"], true);
        check(&["src/**/mod.rs"], &["src/deep/down/a.rs"], true);
        check(&["**/a.rs"], &["docs/x.md"], true);
        check(&["*.rs"], &["a.rs"], true);
        check(&["src/*"], &["src/deep/a.rs"], true);
        check(&["src/?.rs"], &["src/a.rs"], true);
        check(&["src/[ab].rs"], &["src/a.rs"], true);
        check(&["src/{a/x,b}.rs"], &["src/a/x.rs"], true);
        check(&["src/a*.rs"], &["src/*b.rs"], true);
        check(&["*/a.rs"], &["src/*"], true);
        check(&[r"src/\*.rs"], &["src/*.rs"], true);
    }

    #[test]
    fn what_the_text_alone_keeps_apart_is_apart() {
        check(&["src/**"], &["docs/**"], false);
        check(&["*.rs"], &["a.md"], false);
        check(&["*.rs"], &["*.md"], false);
        check(&["src/a*"], &["src/b*"], false);
        check(&["src/*/a.rs"], &["src/deep/b.rs"], false);
        check(&["src/test_*.rs"], &["src/a.rs"], false);
    }

    #[test]
    fn brackets_that_are_part_of_a_name_are_the_name() {
        check(&["app/[id]/page.tsx"], &["app/[id]/page.tsx"], true);
        check(&["app/[id]"], &["app/[id]/page.tsx"], true);
        check(&["app/[id]/page.tsx"], &["app/[id]/route.ts"], false);
        check(&["app/x[id].ts"], &["app/x[id].ts"], true);
        check(&["app/x[id].ts"], &["app/y.ts"], false);
    }

    #[test]
    fn a_path_is_split_above_its_first_pattern() {
        assert_eq!(split_at_pattern("src/a.rs"), ("src/a.rs", ""));
        assert_eq!(split_at_pattern("src/deep/*.rs"), ("src/deep/", "*.rs"));
        assert_eq!(split_at_pattern("src/a*/b"), ("src/", "a*/b"));
        assert_eq!(split_at_pattern("**"), ("", "**"));
    }
}
