//! Prompts are files with holes. `{{name}}` is filled in; what stands between the lines `{{#name}}` and `{{/name}}` is left
//! out if there is nothing to fill in.
//!
//! What is filled in is never searched for holes: it comes from users, repositories and models.

use std::collections::BTreeSet;

use model::Diagnostic;

use super::rules::{HOLE, SECTION};
use crate::spelling;
use crate::teddy::write::fence_for;

/// How the first line of every prompt begins.
const VERSION_LINE: &str = "<!-- version ";

/// What goes into one hole.
pub(super) type Filling<'a> = (&'static str, &'a str);

/// The number in the first line, at compile time. A prompt without one does not compile.
pub(super) const fn version(file: &str) -> u32 {
    let (bytes, mark) = (file.as_bytes(), VERSION_LINE.as_bytes());
    let mut at = 0;
    while at < mark.len() {
        assert!(bytes[at] == mark[at], "a prompt begins with its version");
        at += 1;
    }
    let mut number = 0;
    while bytes[at].is_ascii_digit() {
        number = number * 10 + (bytes[at] - b'0') as u32;
        at += 1;
    }
    number
}

/// Fills in a prompt, or the text that a user puts in its place. All faults of that text are told at once.
pub(super) fn fill(file: &str, fillings: &[Filling<'_>]) -> Result<String, Vec<Diagnostic>> {
    let mut filled = Filled {
        fillings,
        text: String::new(),
        section: None,
        faults: Vec::new(),
    };
    let (above, text) = without_version(file);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        filled.line(line, above + index + 1);
    }
    if let Some((name, (line, column), _)) = filled.section {
        let message = format!("The section `{{{{#{name}}}}}` has no end.");
        filled.faults.push(
            Diagnostic::error(SECTION, message)
                .at_line(line, column)
                .with_hint(format!("Add a line `{{{{/{name}}}}}`.")),
        );
    }
    match filled.faults.is_empty() {
        true => Ok(filled.text),
        false => Err(filled.faults),
    }
}

/// The names of all holes in a prompt. A section is none: it only says when its holes are shown.
pub(super) fn holes_in(file: &str) -> BTreeSet<&str> {
    let lines = without_version(file)
        .1
        .lines()
        .filter(|line| mark(line.trim()).is_none());
    let mut names = BTreeSet::new();
    for mut rest in lines {
        while let Some((_, name, after)) = next_hole(rest) {
            names.insert(name);
            rest = after;
        }
    }
    names
}

/// The text below the line with the version, and how many lines stand above it.
fn without_version(file: &str) -> (usize, &str) {
    let file = file.strip_prefix('\u{feff}').unwrap_or(file);
    match file.starts_with(VERSION_LINE) {
        true => (1, file.split_once('\n').map_or("", |(_, rest)| rest)),
        false => (0, file),
    }
}

type LineColumn = (usize, usize);

struct Filled<'a, 'b> {
    fillings: &'b [Filling<'b>],
    text: String,
    /// Its name, where it begins, and whether it is shown.
    section: Option<(&'a str, LineColumn, bool)>,
    faults: Vec<Diagnostic>,
}

impl<'a> Filled<'a, '_> {
    fn line(&mut self, line: &'a str, number: usize) {
        let at = (number, column(line, line.len() - line.trim_start().len()));
        match mark(line.trim()) {
            Some(('#', name)) => self.begin(name, at),
            Some((_, name)) => self.end(name, at),
            None => self.holes(line, number),
        }
    }

    fn begin(&mut self, name: &'a str, at: LineColumn) {
        let value = self.value(name, at).map(str::to_owned);
        if self.section.is_some() {
            self.fault(at, "A section begins inside of another.", "End the first one before.");
        }
        self.section = Some((name, at, value.is_some_and(|value| !value.trim().is_empty())));
    }

    fn end(&mut self, name: &str, at: LineColumn) {
        if self.section.take().is_none_or(|(open, ..)| open != name) {
            let message = format!("`{{{{/{name}}}}}` ends a section that is not open.");
            self.fault(at, &message, "Begin it with a line of its own.");
        }
    }

    fn holes(&mut self, line: &str, number: usize) {
        let is_shown = self.section.is_none_or(|(.., is_shown)| is_shown);
        let mut rest = line;
        while let Some((before, name, after)) = next_hole(rest) {
            let at = (number, column(line, line.len() - rest.len() + before.len()));
            let value = self.value(name, at).unwrap_or_default().to_owned();
            if is_shown {
                self.text.push_str(before);
                self.text.push_str(value.trim_end_matches('\n'));
            }
            rest = after;
        }
        if is_shown {
            self.text.push_str(rest);
        }
    }

    fn value(&mut self, name: &str, at: LineColumn) -> Option<&str> {
        let fillings = self.fillings;
        let found = fillings.iter().find(|(known, _)| *known == name);
        if found.is_none() {
            let names: Vec<_> = fillings.iter().map(|(known, _)| *known).collect();
            let all: Vec<_> = names.iter().map(|known| format!("`{known}`")).collect();
            let all = format!("This prompt has {}.", all.join(", "));
            let hint = match spelling::nearest(name, names) {
                Some(meant) => format!("Did you mean `{meant}`? {all}"),
                None => all,
            };
            let message = format!("The prompt has no placeholder `{name}`.");
            self.faults
                .push(Diagnostic::error(HOLE, message).at_line(at.0, at.1).with_hint(hint));
        }
        found.map(|(_, value)| *value)
    }

    fn fault(&mut self, at: LineColumn, message: &str, hint: &str) {
        let fault = Diagnostic::error(SECTION, message).at_line(at.0, at.1).with_hint(hint);
        self.faults.push(fault);
    }
}

/// In characters, from 1.
fn column(line: &str, byte: usize) -> usize {
    line[..byte].chars().count() + 1
}

/// `#` or `/` and the name, if the line marks a section.
fn mark(line: &str) -> Option<(char, &str)> {
    let inner = line.strip_prefix("{{")?.strip_suffix("}}")?;
    let sign = inner.chars().next().filter(|sign| matches!(sign, '#' | '/'))?;
    let name = inner[1..].trim();
    is_name(name).then_some((sign, name))
}

/// What stands before the next hole, its name, and what stands behind it. Other braces are text.
fn next_hole(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(at) = text[from..].find("{{").map(|at| from + at) {
        let inner = &text[at + 2..];
        if let Some((name, after)) = inner.split_once("}}")
            && is_name(name.trim())
        {
            return Some((&text[..at], name.trim(), after));
        }
        from = at + 1;
    }
    None
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// A text that cannot end its own block.
pub(super) fn fenced(info: &str, text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let fence = fence_for(text);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{info}\n{text}{end}{fence}")
}

/// One entry for each, on one line.
pub(super) fn bullets<'a>(entries: impl IntoIterator<Item = &'a str>) -> String {
    let line = |entry: &str| format!("- {}\n", one_line(entry));
    entries.into_iter().map(line).collect()
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILLINGS: [Filling<'static>; 3] = [("goal", "Do {{spec}}\n"), ("spec", ""), ("notes", "n")];

    fn check(file: &str, expected: &str) {
        assert_eq!(fill(file, &FILLINGS).unwrap(), expected, "{file}");
    }

    #[test]
    fn holes_are_filled_and_never_looked_into() {
        check("<!-- version 3 -->\nA {{goal}}.\n", "A Do {{spec}}.\n");
        check("{{ goal }}{{notes}}", "Do {{spec}}n");
        check(
            "{\"a\": {\"b\": 1}} {{}} {{A b}} {{{notes}}}",
            "{\"a\": {\"b\": 1}} {{}} {{A b}} {n}",
        );
        check("a\n{{#spec}}\n## Spec\n{{spec}}\n{{/spec}}\nb\n", "a\nb\n");
        check(
            "a\n{{#notes}}\n## Notes\n{{notes}}\n{{/notes}}\nb\n",
            "a\n## Notes\nn\nb\n",
        );
    }

    #[test]
    fn faults_are_named_all_at_once() {
        let file = "<!-- version 2 -->\n{{gaol}}\nÄh, {{notes}} {{x}}\n{{/spec}}\n  {{#goal}}\n";
        let faults = fill(file, &FILLINGS).unwrap_err();
        let found: Vec<_> = faults
            .iter()
            .map(|fault| (fault.rule, fault.place.line_column))
            .collect();
        let at = |line, column| Some((line, column));
        assert_eq!(
            found,
            [
                (HOLE, at(2, 1)),
                (HOLE, at(3, 15)),
                (SECTION, at(4, 1)),
                (SECTION, at(5, 3))
            ]
        );
        assert!(faults[0].message.contains("`gaol`"));
        assert!(faults[0].hint.as_deref().unwrap().starts_with("Did you mean `goal`?"));
    }

    #[test]
    fn the_version_is_a_number() {
        assert_eq!(version("<!-- version 12 -->\n"), 12);
    }

    proptest! {
        #[test]
        fn any_file_is_filled_or_refused(file in "(\\{\\{|\\}\\}|#|/|goal|spec|x|\n| |é){0,30}") {
            let _ = fill(&file, &FILLINGS);
        }
    }
}
