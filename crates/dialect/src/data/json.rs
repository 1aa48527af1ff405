//! The only JSON reader. It goes once over the text, needs no recursion, and knows the place of every value.
//!
//! Payloads are read strictly. In an answer of a model, comments and a comma before a closing bracket are let pass; where
//! a value breaks, the caller goes on from there and not from the bracket, so that no byte is read twice.

use std::ops::Range;

use super::tree::{Node, TreeBuilder, Value};

/// A payload is nested four levels deep, and nobody needs more than this.
const DEPTH_MAX: usize = 127;

/// Why a text is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    End,
    Control,
    Escape,
    Number,
    Quotes,
    Key,
    Colon,
    Comma,
    TrailingComma,
    Value,
    Comment,
    Depth,
    Trailing,
}

/// One value of an answer.
pub(crate) struct Attempt {
    pub start: usize,
    /// Behind the closing bracket, or where the value breaks.
    pub end: usize,
    pub broken: Option<Break>,
    /// The first place inside of a string or a number that JSON does not allow. What follows it was read nevertheless.
    pub flaw: Option<(usize, Break)>,
    /// As far as it goes.
    pub root: Option<Node>,
    /// Comments, and commas before a closing bracket.
    pub blanks: Vec<Range<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    KeyOrEnd,
    Colon,
    Value,
    ValueOrEnd,
    CommaOrEnd,
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// Where the last `*/` of an answer begins, so that nobody looks for one in vain. `None` allows no comments.
    last_comment_end: Option<usize>,
    tree: TreeBuilder,
    expect: Expect,
    comma: Option<usize>,
    flaw: Option<(usize, Break)>,
    blanks: Vec<Range<usize>>,
}

/// Reads a text that is one JSON value. An error has the byte at which the text stops being JSON.
pub(crate) fn parse(text: &str) -> Result<Node, (usize, Break)> {
    let mut scan = Scan::new(text, text.len() - text.trim_start_matches('\u{feff}').len(), None);
    let read = scan.run().and_then(|()| match scan.gap() {
        Ok(()) if scan.at < text.len() => Err(Break::Trailing),
        other => other,
    });
    match (read, scan.flaw, scan.tree.root) {
        (Ok(()), None, Some(root)) => Ok(root),
        (_, Some(flaw), _) => Err(flaw),
        (read, ..) => Err((scan.at.min(text.len()), read.err().unwrap_or(Break::End))),
    }
}

/// Reads the value of an answer that begins with the bracket at `start`. `last_comment_end` is where the last `*/` is.
pub(crate) fn attempt(text: &str, start: usize, last_comment_end: usize) -> Attempt {
    let mut scan = Scan::new(text, start, Some(last_comment_end));
    let broken = scan.run().err();
    // The caller goes on from here and must get ahead.
    let end = scan.at.max(start + 1);
    while scan.tree.depth() > 0 {
        if scan.expect == Expect::Colon || (scan.expect == Expect::Value && scan.tree.is_in_map() == Some(true)) {
            scan.tree.put(Value::Refused, end..end);
            scan.expect = Expect::CommaOrEnd;
        }
        scan.tree.end(end);
    }
    Attempt {
        start,
        end,
        broken,
        flaw: scan.flaw,
        root: scan.tree.root,
        blanks: scan.blanks,
    }
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, at: usize, last_comment_end: Option<usize>) -> Self {
        Self {
            text,
            at,
            last_comment_end,
            tree: TreeBuilder::default(),
            expect: Expect::Value,
            comma: None,
            flaw: None,
            blanks: Vec::new(),
        }
    }

    fn run(&mut self) -> Result<(), Break> {
        loop {
            self.gap()?;
            let byte = self.peek().ok_or(Break::End)?;
            let is_value = matches!(self.expect, Expect::Value | Expect::ValueOrEnd);
            match byte {
                b'{' | b'[' if is_value => self.enter(byte == b'{')?,
                b'}' if self.may_end(Expect::KeyOrEnd, true) => self.leave()?,
                b']' if self.may_end(Expect::ValueOrEnd, false) => self.leave()?,
                b'"' if is_value => self.string(Expect::CommaOrEnd)?,
                b'"' if self.expect == Expect::KeyOrEnd => self.string(Expect::Colon)?,
                b':' if self.expect == Expect::Colon => self.step(Expect::Value),
                b',' if self.expect == Expect::CommaOrEnd => {
                    self.comma = Some(self.at);
                    self.step(self.first());
                }
                b'-' | b'0'..=b'9' | b'a'..=b'z' if is_value => self.word()?,
                _ => return Err(self.why()),
            }
            if self.tree.depth() == 0 {
                return Ok(());
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn step(&mut self, expect: Expect) {
        self.at += 1;
        self.expect = expect;
    }

    /// What comes first in the open list or object, or after a comma.
    fn first(&self) -> Expect {
        match self.tree.is_in_map() {
            Some(true) => Expect::KeyOrEnd,
            _ => Expect::ValueOrEnd,
        }
    }

    fn may_end(&self, empty: Expect, is_object: bool) -> bool {
        (self.expect == empty || self.expect == Expect::CommaOrEnd) && self.tree.is_in_map() == Some(is_object)
    }

    fn enter(&mut self, is_object: bool) -> Result<(), Break> {
        if self.tree.depth() == DEPTH_MAX {
            return Err(Break::Depth);
        }
        self.tree.begin(self.at, is_object, false);
        self.comma = None;
        self.step(self.first());
        Ok(())
    }

    fn leave(&mut self) -> Result<(), Break> {
        if let Some(comma) = self.comma.take() {
            if self.last_comment_end.is_none() {
                return Err(Break::TrailingComma);
            }
            self.blanks.push(comma..comma + 1);
        }
        self.step(Expect::CommaOrEnd);
        self.tree.end(self.at);
        Ok(())
    }

    fn string(&mut self, expect: Expect) -> Result<(), Break> {
        self.comma = None;
        let (start, mut is_plain) = (self.at, true);
        self.at += 1;
        loop {
            match self.peek().ok_or(Break::End)? {
                b'"' => break,
                b'\n' => return Err(Break::Control),
                b'\\' if self.text.as_bytes().get(self.at + 1) != Some(&b'\n') => {
                    is_plain = false;
                    self.at += 2;
                }
                byte => {
                    is_plain &= byte >= b' ';
                    self.at += 1;
                }
            }
        }
        self.step(expect);
        let written = &self.text[start..self.at];
        let text = match is_plain {
            true => written[1..written.len() - 1].to_owned(),
            false => serde_json::from_str(written).or_else(|error| {
                let why = match written.bytes().any(|byte| byte < b' ') {
                    true => Break::Control,
                    false => Break::Escape,
                };
                let at = start + error.column().saturating_sub(1);
                self.flawed(self.text.floor_char_boundary(at), why)
                    .map(|()| String::new())
            })?,
        };
        self.tree.put(Value::Text(text), start..self.at);
        Ok(())
    }

    /// A number, `true`, `false` or `null`.
    fn word(&mut self) -> Result<(), Break> {
        self.comma = None;
        let (start, rest) = (self.at, &self.text[self.at..]);
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let value = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            _ if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                match serde_json::from_str::<serde_json::Number>(word) {
                    Ok(number) => number.as_u64().map_or(Value::Number, Value::Whole),
                    Err(_) => self.flawed(start, Break::Number).map(|()| Value::Number)?,
                }
            }
            _ => return Err(Break::Value),
        };
        self.at += word.len();
        self.expect = Expect::CommaOrEnd;
        self.tree.put(value, start..self.at);
        Ok(())
    }

    /// A strict reader stops here. Otherwise the value ends where it would have ended, so that nothing is searched inside
    /// of its strings.
    fn flawed(&mut self, at: usize, why: Break) -> Result<(), Break> {
        self.flaw.get_or_insert((at, why));
        match self.last_comment_end {
            Some(_) => Ok(()),
            None => Err(why),
        }
    }

    /// Passes over white space and, in answers, comments.
    fn gap(&mut self) -> Result<(), Break> {
        loop {
            let rest = &self.text[self.at..];
            if rest.starts_with([' ', '\t', '\r', '\n']) {
                self.at += 1;
                continue;
            }
            let Some(last_comment_end) = self.last_comment_end else {
                return Ok(());
            };
            let end = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(comment) = rest.strip_prefix("/*") {
                if last_comment_end < self.at + 2 {
                    return Err(Break::Comment);
                }
                comment.find("*/").ok_or(Break::Comment)? + 4
            } else {
                return Ok(());
            };
            self.blanks.push(self.at..self.at + end);
            self.at += end;
        }
    }

    fn why(&self) -> Break {
        let has_other_quotes = self.text[self.at..].starts_with(['\'', '“', '”', '„', '‘', '’']);
        match self.expect {
            Expect::KeyOrEnd | Expect::Value | Expect::ValueOrEnd if has_other_quotes => Break::Quotes,
            Expect::KeyOrEnd => Break::Key,
            Expect::Colon => Break::Colon,
            Expect::Value | Expect::ValueOrEnd => Break::Value,
            Expect::CommaOrEnd => Break::Comma,
        }
    }
}

impl Break {
    pub fn reason(self) -> &'static str {
        match self {
            Self::End => "unexpected end of the text",
            Self::Control => "line break or control character in a string",
            Self::Escape => "invalid escape in a string",
            Self::Number => "invalid number",
            Self::Quotes => "expected double quotes",
            Self::Key => "key must be a string",
            Self::Colon => "expected a colon after the key",
            Self::Comma => "expected a comma or a closing bracket",
            Self::TrailingComma => "trailing comma",
            Self::Value => "expected a value",
            Self::Comment => "comment without an end",
            Self::Depth => "too many nested values",
            Self::Trailing => "more text after the value",
        }
    }

    pub fn hint(self) -> &'static str {
        match self {
            Self::End => "Answer more briefly if there is no room for all of it, and close every bracket.",
            Self::Control => "Write a line break inside a string as \\n and a tab as \\t.",
            Self::Quotes => "JSON wants double quotes around keys and strings.",
            Self::Escape | Self::Number | Self::Key | Self::Colon | Self::Comma | Self::Value => {
                "Write plain JSON; a double quote inside of a string is written \\\"."
            }
            Self::TrailingComma => "Remove the comma after the last entry.",
            Self::Comment => "JSON has no comments: take them out.",
            Self::Depth => "A payload is nested four levels deep at most; this one goes far beyond that.",
            Self::Trailing => "Send one JSON object and nothing after it.",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keys_keep_their_order_and_repeat() {
        let text = r#" {"b":[1,-1,0.5,18446744073709551616],"a":null,"b":"é\n\u00e9","c":true} "#;
        let root = parse(text).unwrap();
        let found: Vec<_> = root
            .entries()
            .iter()
            .map(|(key, node)| (key.key(), &node.value))
            .collect();
        let shown = |node: &Node| &text[node.span.clone()];
        assert_eq!(shown(&root), text.trim());
        assert_eq!(shown(&root.entries()[2].1), r#""é\n\u00e9""#);
        assert_eq!(shown(&root.entries()[0].1.items()[2]), "0.5");
        let Value::List(numbers) = found[0].1 else {
            panic!("{found:?}")
        };
        let numbers: Vec<_> = numbers.iter().map(|node| node.value.clone()).collect();
        assert_eq!(numbers, [Value::Whole(1), Value::Number, Value::Number, Value::Number]);
        let rest = [
            ("a", &Value::Null),
            ("b", &Value::Text("é\né".into())),
            ("c", &Value::Bool(true)),
        ];
        assert_eq!(found[1..], rest);
    }

    #[test]
    fn an_error_has_its_place_and_reason() {
        for (text, at, why) in [
            ("{\n  \"a\": 1, // one\n}", 12, Break::Key),
            ("{\"a\": 1 /* one */}", 8, Break::Comma),
            ("{\"a\": 1,}", 8, Break::TrailingComma),
            ("{\"a\": [1,]}", 9, Break::TrailingComma),
            ("{'a': 1}", 1, Break::Quotes),
            ("{} {}", 3, Break::Trailing),
            ("{\"a\": \"x\ny\"}", 8, Break::Control),
            ("{\"a\": \"x\ty\"}", 8, Break::Control),
            ("{\"a\": ", 6, Break::End),
            ("{\"é\": nope}", 7, Break::Value),
            ("{\"a\": \"\\ud800\"}", 13, Break::Escape),
            ("{\"a\": \"\\x\"}", 8, Break::Escape),
            ("01", 0, Break::Number),
            ("1e999", 0, Break::Number),
            ("\"a", 2, Break::End),
            ("\"a\\", 3, Break::End),
            ("", 0, Break::End),
            ("\u{feff}é", 3, Break::Value),
        ] {
            assert_eq!(parse(text), Err((at, why)), "{text}");
        }
        assert_eq!(parse(&"[".repeat(200)), Err((127, Break::Depth)));
        assert_eq!(parse(&"[".repeat(1_000_000)).unwrap_err().1, Break::Depth);
    }

    fn is_read_alike(text: &str) {
        let is_json = serde_json::from_str::<serde_json::Value>(text).is_ok();
        match parse(text) {
            Ok(root) => assert!(is_json && text.get(root.span).is_some(), "{text}"),
            Err((at, _)) => assert!(!is_json && text.is_char_boundary(at), "{text}"),
        }
    }

    #[test]
    fn surrogates_and_numbers_are_read_like_serde_json_reads_them() {
        for text in [
            "-0",
            "1.5e3",
            "-",
            "1.",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\u{7f}",
            "tru",
            "\"\u{7f}\"",
        ] {
            is_read_alike(text);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_like_serde_json_reads_it(
            text in "([{}\\[\\]\",:0-9 \n/*é\\\\.-]|\"a\":|true|null|\\\\u00e9|\\\\n|1e5|\\[1,|\\{\"b\": ){0,30}"
        ) {
            is_read_alike(&text);
        }
    }
}
