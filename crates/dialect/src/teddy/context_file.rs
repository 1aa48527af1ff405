//! `turn.context`, `session.context`, `global.context`: one resource per line.

use std::collections::BTreeSet;

use model::{Diagnostic, Resource, Severity};

use super::line_end::with_line;
use super::rules::CONTEXT_LINE;
use super::target;

/// A new `session.context`.
pub const SESSION_CONTEXT: &str = "\
# Files and URLs that the agent sees in every turn of this session, one per line, from the project's root.
";

/// What the file lists, each once and in its order, and what is wrong with its lines. Spans are bytes of the text.
pub fn read_context(text: &str) -> (Vec<Resource>, Vec<Diagnostic>) {
    let (mut resources, mut faults) = (Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for line in lines(text) {
        let place = |fault: Diagnostic| {
            let column = line.raw.chars().take_while(|c| c.is_whitespace()).count() + 1;
            let span = line.start..line.start + line.entry.len();
            fault.at_span(span).at_line(line.number, column)
        };
        match resource(line.entry) {
            Ok(resource) => {
                if line.entry.starts_with('/') {
                    faults.push(place(leading_slash(line.entry, &resource)));
                }
                if known.insert(resource.clone()) {
                    resources.push(resource);
                }
            }
            Err(why) => faults.push(place(unreadable(line.entry, &why))),
        }
    }
    (resources, faults)
}

/// The same text with the resource in it, at the end if it was not there.
pub fn add_to_context(text: &str, resource: &Resource) -> String {
    if names(text, resource).next().is_some() {
        return text.to_owned();
    }
    with_line(text, &entry(resource))
}

/// The same text without the lines that name the resource.
pub fn remove_from_context(text: &str, resource: &Resource) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for line in names(text, resource) {
        kept.push_str(&text[at..line.raw_start]);
        at = line.raw_start + line.raw.len();
    }
    kept + &text[at..]
}

pub fn write_context(resources: &[Resource]) -> String {
    resources.iter().map(|resource| entry(resource) + "\n").collect()
}

/// A line that is neither blank nor a comment.
struct Line<'a> {
    number: usize,
    /// With its end.
    raw: &'a str,
    raw_start: usize,
    entry: &'a str,
    start: usize,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    let all = text.split_inclusive('\n').enumerate().map(move |(index, raw)| {
        let raw_start = at;
        at += raw.len();
        let lead = |c: char| c.is_whitespace() || (raw_start == 0 && c == '\u{feff}');
        let entry = raw.trim_start_matches(lead);
        Line {
            number: index + 1,
            raw,
            raw_start,
            start: raw_start + raw.len() - entry.len(),
            entry: entry.trim_end(),
        }
    });
    all.filter(|line| !line.entry.is_empty() && !line.entry.starts_with('#'))
}

fn names<'a>(text: &'a str, wanted: &'a Resource) -> impl Iterator<Item = Line<'a>> {
    lines(text).filter(move |line| resource(line.entry).is_ok_and(|resource| resource == *wanted))
}

fn resource(entry: &str) -> Result<Resource, String> {
    target::bare_resource(entry.strip_prefix('/').unwrap_or(entry))
}

/// The resource as a line that names it, whatever letters it begins and ends with.
fn entry(resource: &Resource) -> String {
    let plain = resource.to_string();
    let is_same = |line: Line<'_>| self::resource(line.entry).as_ref() == Ok(resource);
    if lines(&plain).next().is_some_and(is_same) {
        return plain;
    }
    format!("./{plain}/")
}

fn unreadable(entry: &str, why: &str) -> Diagnostic {
    let message = format!("The line {} is refused: {why}.", super::rules::quoted(entry));
    let hint = "Write one path from the project's root, such as `src/main.rs`, or one URL on each line.";
    Diagnostic::error(CONTEXT_LINE, message).with_hint(hint)
}

fn leading_slash(entry: &str, resource: &Resource) -> Diagnostic {
    let message = format!("The path {} begins with a slash.", super::rules::quoted(entry));
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error(CONTEXT_LINE, message).with_hint(format!("Write `{resource}`."))
    }
}

#[cfg(test)]
mod tests {
    use model::RelPath;
    use proptest::prelude::*;

    use super::*;

    fn file(path: &str) -> Resource {
        Resource::File(RelPath::new(path).unwrap())
    }

    fn check(text: &str, resources: &[&str], faults: &[&str]) {
        let (found, diagnostics) = read_context(text);
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, resources, "{text:?}");
        let shown = |fault: &Diagnostic| {
            let (line, column) = fault.place.line_column.unwrap();
            let span = fault.place.span.clone().unwrap();
            format!("{line}:{column} {:?} {}", fault.severity, &text[span])
        };
        let diagnostics: Vec<_> = diagnostics.iter().map(shown).collect();
        assert_eq!(diagnostics, faults, "{text:?}");
    }

    #[test]
    fn lines_are_resources() {
        check("", &[], &[]);
        check(
            "# mine\n\n  a.rs \r\nsrc/\nhttps://x.y/z?a=b#c\n",
            &["a.rs", "src", "https://x.y/z?a=b#c"],
            &[],
        );
        check("a.rs\n./a.rs\na.rs", &["a.rs"], &[]);
        check("\u{feff}a b.rs\n", &["a b.rs"], &[]);
    }

    #[test]
    fn odd_lines_are_told() {
        check("a\n/b.rs\n", &["a", "b.rs"], &["2:1 Warning /b.rs"]);
        check("a\n  ../b\n\n~/.ssh\n", &["a"], &["2:3 Error ../b", "4:1 Error ~/.ssh"]);
        check(
            "c:\\x\nftp://a/b\nhttp://a b\n",
            &[],
            &["1:1 Error c:\\x", "2:1 Error ftp://a/b", "3:1 Error http://a b"],
        );
        check("//a\n", &[], &["1:1 Error //a"]);
    }

    #[test]
    fn a_resource_is_added_once() {
        let add = |text: &str| add_to_context(text, &file("b.rs"));
        assert_eq!(add(""), "b.rs\n");
        assert_eq!(add("# x\na.rs"), "# x\na.rs\nb.rs\n");
        assert_eq!(add("a.rs\r\n"), "a.rs\r\nb.rs\r\n");
        assert_eq!(add("/b.rs\na\n"), "/b.rs\na\n");
        for path in ["#a", " a", "a ", "mailto:x", "\u{feff}a"] {
            let text = add_to_context("", &file(path));
            assert_eq!(read_context(&text), (vec![file(path)], Vec::new()), "{text}");
        }
    }

    #[test]
    fn a_resource_is_removed_with_its_lines_only() {
        let remove = |text: &str| remove_from_context(text, &file("b.rs"));
        assert_eq!(remove("# b.rs\r\nb.rs\r\n\r\n ./b.rs\na"), "# b.rs\r\n\r\na");
        assert_eq!(remove("a\n/b.rs"), "a\n");
        assert_eq!(remove("../x\n"), "../x\n");
    }

    proptest! {
        #[test]
        fn changes_change_what_is_listed(
            text in "([#a-c/. ~\\\\]{0,3}\r?\n?){0,8}",
            path in "[a-c]{1,2}(/[a-c])?",
        ) {
            let resource = file(&path);
            let (before, _) = read_context(&text);
            let added = add_to_context(&text, &resource);
            let (listed, _) = read_context(&added);
            let others: Vec<_> = before.iter().filter(|listed| **listed != resource).cloned().collect();
            let mut expected = before.clone();
            if !expected.contains(&resource) {
                expected.push(resource.clone());
            }
            prop_assert!(added.starts_with(&text));
            prop_assert_eq!(listed, expected);
            prop_assert_eq!(read_context(&remove_from_context(&added, &resource)).0, others.clone());
            prop_assert_eq!(read_context(&write_context(&others)).0, others);
        }
    }
}
