//! References from documents to tests and headings: `crates/x/src/y.rs::test_name`, `spec/003/02-gates.md#slug`.

use crate::outline::headings;

pub type Read<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What a link to a heading must point to.
#[derive(Clone, Copy)]
pub enum Target {
    AnyHeading,
    Test,
}

/// The problem of `file.rs::name`: the file or the function is missing.
pub fn function_problem(reference: &str, read: Read) -> Option<String> {
    let Some((path, name)) = reference.split_once("::") else {
        return Some(format!("`{reference}` names no function"));
    };
    let Some(text) = read(path) else {
        return Some(format!("{path} does not exist"));
    };
    // `file.rs::tests::name` names the module as well; the function is what can be missing.
    let name = name.rsplit("::").next().unwrap_or(name);
    (!defines(&text, name)).then(|| format!("{path} has no function `{name}`"))
}

/// The problem of `file.md#slug`.
pub fn heading_problem(reference: &str, target: Target, read: Read) -> Option<String> {
    let Some((path, slug)) = reference.split_once('#') else {
        return Some(format!("`{reference}` names no heading"));
    };
    let Some(text) = read(path) else {
        return Some(format!("{path} does not exist"));
    };
    let mut same_name = headings(&text)
        .into_iter()
        .filter(|heading| heading.slug == slug)
        .peekable();
    if same_name.peek().is_none() {
        return Some(format!("{path} has no heading `{slug}`"));
    }
    match target {
        Target::AnyHeading => None,
        Target::Test => {
            (!same_name.any(|heading| heading.is_test())).then(|| format!("`{slug}` in {path} is not a test"))
        }
    }
}

fn defines(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let whole = |(at, _): (usize, &str)| {
        let before = text[..at].chars().next_back();
        let after = text[at + "fn ".len() + name.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    !name.is_empty() && text.match_indices(&format!("fn {name}")).any(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> Option<String> {
        match path {
            "a.rs" => Some("#[test]\nfn holds() {}\nfn holds_more<T>() {}\n".to_owned()),
            "s.md" => Some("# S\n## Shown\n```console\n$ x\n```\n## Said\n".to_owned()),
            _ => None,
        }
    }

    #[test]
    fn functions() {
        let check = |reference, expect: Option<&str>| {
            assert_eq!(function_problem(reference, &read).as_deref(), expect);
        };
        check("a.rs::holds", None);
        check("a.rs::tests::holds_more", None);
        check("a.rs::hold", Some("a.rs has no function `hold`"));
        check("a.rs::", Some("a.rs has no function ``"));
        check("b.rs::holds", Some("b.rs does not exist"));
        check("a.rs", Some("`a.rs` names no function"));
    }

    #[test]
    fn links_to_headings() {
        let check = |reference, target, expect: Option<&str>| {
            assert_eq!(heading_problem(reference, target, &read).as_deref(), expect);
        };
        check("s.md#shown", Target::Test, None);
        check("s.md#said", Target::AnyHeading, None);
        check("s.md#said", Target::Test, Some("`said` in s.md is not a test"));
        check("s.md#sung", Target::AnyHeading, Some("s.md has no heading `sung`"));
        check("t.md#shown", Target::Test, Some("t.md does not exist"));
        check("s.md", Target::Test, Some("`s.md` names no heading"));
    }
}
