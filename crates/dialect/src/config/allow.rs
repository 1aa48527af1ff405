//! Adds a host to `[fetch] allow`, and keeps every other byte of the file.

use std::ops::Range;

use model::{HostPattern, Severity};

use super::read::read;
use crate::data::{Value, parse_toml};

/// The text of the file with the host added. `None` if the file has a form that only a person can extend.
pub fn with_allowed_host(text: &str, host: &HostPattern) -> Option<String> {
    let (at, added) = place(text, host)?;
    let mut edited = text.to_owned();
    edited.insert_str(at, &added);
    let (mut before, _) = read(text);
    let (after, faults) = read(&edited);
    before.fetch.allow.push(host.clone());
    let is_whole = faults.iter().all(|fault| fault.severity != Severity::Error);
    (is_whole && before == after).then_some(edited)
}

/// The position of the insertion, and the inserted text.
fn place(text: &str, host: &HostPattern) -> Option<(usize, String)> {
    let (top, errors) = parse_toml(text);
    if !errors.is_empty() {
        return None;
    }
    let line = format!("allow = [\"{host}\"]\n");
    let Some((key, fetch)) = top.entry("fetch") else {
        if text.trim().is_empty() {
            return Some((0, format!("[fetch]\n{line}")));
        }
        let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
        return Some((text.len(), format!("{gap}[fetch]\n{line}")));
    };
    match fetch.entry("allow") {
        Some((_, allow)) if matches!(allow.value, Value::List(_)) => Some(match allow.items().last() {
            Some(last) => (last.span.end, format!(", \"{host}\"")),
            None => (allow.span.start + 1, format!("\"{host}\"")),
        }),
        None if matches!(fetch.value, Value::Map(_)) => below_header(text, key.span.clone(), line),
        _ => None,
    }
}

/// Inserts below the header `[fetch]`; `None` if the table has no such header.
fn below_header(text: &str, key: Range<usize>, line: String) -> Option<(usize, String)> {
    let is_header = text[..key.start].trim_end().ends_with('[') && text[key.end..].trim_start().starts_with(']');
    is_header.then(|| match text[key.end..].find('\n') {
        Some(end) => (key.end + end + 1, line),
        None => (text.len(), format!("\n{line}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(text: &str) -> Option<String> {
        with_allowed_host(text, &HostPattern::new("docs.example.org").unwrap())
    }

    #[test]
    fn a_host_is_added_and_all_other_bytes_stay_the_same() {
        for (before, after) in [
            ("", "[fetch]\nallow = [\"docs.example.org\"]\n"),
            ("\n", "[fetch]\nallow = [\"docs.example.org\"]\n\n"),
            (
                "sandbox = \"required\" # mine",
                "sandbox = \"required\" # mine\n\n[fetch]\nallow = [\"docs.example.org\"]\n",
            ),
            (
                "[run]\n\n[fetch] # pages\ntimeout_s = 3\n\n[research]\n",
                "[run]\n\n[fetch] # pages\nallow = [\"docs.example.org\"]\ntimeout_s = 3\n\n[research]\n",
            ),
            ("[fetch]", "[fetch]\nallow = [\"docs.example.org\"]\n"),
            ("[fetch]\nallow = []\n", "[fetch]\nallow = [\"docs.example.org\"]\n"),
            (
                "[fetch]\r\nallow = [\r\n  'a.org', # first\r\n  \"*.b.org\",\r\n]\r\n",
                "[fetch]\r\nallow = [\r\n  'a.org', # first\r\n  \"*.b.org\", \"docs.example.org\",\r\n]\r\n",
            ),
            (
                "fetch = { allow = [\"a.org\"] }\n",
                "fetch = { allow = [\"a.org\", \"docs.example.org\"] }\n",
            ),
        ] {
            assert_eq!(added(before).as_deref(), Some(after), "{before}");
        }
    }

    #[test]
    fn other_forms_of_the_table_are_not_edited() {
        for text in [
            "fetch = { timeout_s = 3 }\n",
            "fetch.timeout_s = 3\n",
            "fetch = 3\n",
            "[fetch\n",
            "[fetch]\nallow = \"a.org\"\n",
        ] {
            assert_eq!(added(text), None, "{text}");
        }
    }
}
