//! Reads one value from its opening bracket on, as loosely as can be done without guessing.
//!
//! Comments and a comma before a closing bracket are let pass. Where the value breaks, the caller goes on from there and
//! not from the bracket, so that no byte is read twice, whatever the text.

use std::ops::Range;

use super::Top;

pub(super) struct Attempt {
    pub start: usize,
    /// Behind the closing bracket, or where the value breaks.
    pub end: usize,
    pub broken: Option<Break>,
    is_list: bool,
    keys: Vec<Range<usize>>,
    /// Comments, and commas before a closing bracket.
    pub blanks: Vec<Range<usize>>,
}

/// Why a value is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Break {
    End,
    NewLine,
    Quotes,
    Key,
    Colon,
    Comma,
    Value,
    Comment,
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
    last_comment_end: usize,
    /// Whether each open bracket is that of an object.
    open: Vec<bool>,
    expect: Expect,
    comma: Option<usize>,
    is_past_first: bool,
    attempt: Attempt,
}

/// `last_comment_end` is where the last `*/` of the text stands, so that nobody has to look for one in vain.
pub(super) fn attempt(text: &str, start: usize, last_comment_end: usize) -> Attempt {
    let mut scan = Scan {
        text,
        at: start,
        last_comment_end,
        open: Vec::new(),
        expect: Expect::Value,
        comma: None,
        is_past_first: false,
        attempt: Attempt {
            start,
            end: start,
            broken: None,
            is_list: text[start..].starts_with('['),
            keys: Vec::new(),
            blanks: Vec::new(),
        },
    };
    scan.attempt.broken = scan.run().err();
    // Whoever goes on from here must get ahead.
    scan.attempt.end = scan.at.max(start + 1);
    scan.attempt
}

impl Attempt {
    /// The keys are as they are written: one with an escape in it is none that we know.
    pub fn top<'a>(&self, text: &'a str) -> Top<'a> {
        let keys = self.keys.iter().map(|key| &text[key.clone()]).collect();
        match self.is_list {
            true => Top::List(keys),
            false => Top::Object(keys),
        }
    }
}

impl Scan<'_> {
    fn run(&mut self) -> Result<(), Break> {
        loop {
            self.gap()?;
            let byte = self.peek().ok_or(Break::End)?;
            let is_value = matches!(self.expect, Expect::Value | Expect::ValueOrEnd);
            match byte {
                b'{' | b'[' if is_value => self.enter(byte == b'{'),
                b'}' if self.may_end(Expect::KeyOrEnd, true) => self.leave(),
                b']' if self.may_end(Expect::ValueOrEnd, false) => self.leave(),
                b'"' if is_value => {
                    self.string()?;
                    self.expect = Expect::CommaOrEnd;
                }
                b'"' if self.expect == Expect::KeyOrEnd => self.key()?,
                b':' if self.expect == Expect::Colon => self.step(Expect::Value),
                b',' if self.expect == Expect::CommaOrEnd => self.comma(),
                b'-' | b'0'..=b'9' | b'a'..=b'z' if is_value => self.word()?,
                _ => return Err(self.why()),
            }
            if self.open.is_empty() {
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

    fn may_end(&self, empty: Expect, is_object: bool) -> bool {
        (self.expect == empty || self.expect == Expect::CommaOrEnd) && self.open.last() == Some(&is_object)
    }

    fn enter(&mut self, is_object: bool) {
        self.open.push(is_object);
        self.comma = None;
        self.step(if is_object {
            Expect::KeyOrEnd
        } else {
            Expect::ValueOrEnd
        });
    }

    fn leave(&mut self) {
        self.open.pop();
        self.attempt.blanks.extend(self.comma.take().map(|at| at..at + 1));
        self.step(Expect::CommaOrEnd);
    }

    fn comma(&mut self) {
        self.comma = Some(self.at);
        self.is_past_first |= self.open.len() == 1;
        let is_object = self.open.last() == Some(&true);
        self.step(if is_object {
            Expect::KeyOrEnd
        } else {
            Expect::ValueOrEnd
        });
    }

    fn key(&mut self) -> Result<(), Break> {
        let start = self.at + 1;
        self.string()?;
        let depth = if self.attempt.is_list { 2 } else { 1 };
        let is_telling = self.open.len() == depth && !(self.attempt.is_list && self.is_past_first);
        if is_telling {
            self.attempt.keys.push(start..self.at - 1);
        }
        self.expect = Expect::Colon;
        Ok(())
    }

    fn string(&mut self) -> Result<(), Break> {
        self.comma = None;
        self.at += 1;
        loop {
            match self.peek().ok_or(Break::End)? {
                b'"' => break,
                b'\n' => return Err(Break::NewLine),
                b'\\' if self.text.as_bytes().get(self.at + 1) != Some(&b'\n') => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    /// A number, `true`, `false` or `null`; whether it is one of them is for the strict reader to say.
    fn word(&mut self) -> Result<(), Break> {
        self.comma = None;
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = &rest[..end];
        let is_number = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if !is_number && !matches!(word, "true" | "false" | "null") {
            return Err(Break::Value);
        }
        self.at += end;
        self.expect = Expect::CommaOrEnd;
        Ok(())
    }

    /// Passes over white space and comments.
    fn gap(&mut self) -> Result<(), Break> {
        loop {
            let rest = &self.text[self.at..];
            let end = if rest.starts_with([' ', '\t', '\r', '\n']) {
                self.at += 1;
                continue;
            } else if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(comment) = rest.strip_prefix("/*") {
                if self.last_comment_end < self.at + 2 {
                    return Err(Break::Comment);
                }
                let end = comment.find("*/").ok_or(Break::Comment)?;
                end + 4
            } else {
                return Ok(());
            };
            self.attempt.blanks.push(self.at..self.at + end);
            self.at += end;
        }
    }

    fn why(&self) -> Break {
        let is_curly = self.text[self.at..].starts_with(['\'', '“', '”', '„', '‘', '’']);
        match self.expect {
            Expect::KeyOrEnd | Expect::Value | Expect::ValueOrEnd if is_curly => Break::Quotes,
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
            Self::End => "it ends before its last bracket is closed",
            Self::NewLine => "a string holds a line break",
            Self::Quotes => "keys and strings stand in double quotes",
            Self::Key => "a key in double quotes is missing",
            Self::Colon => "a colon is missing after a key",
            Self::Comma => "a comma or a closing bracket is missing",
            Self::Value => "a value is missing",
            Self::Comment => "a comment has no end",
        }
    }

    pub fn hint(self) -> &'static str {
        match self {
            Self::End => "Answer more briefly if there is no room for all of it, and close every bracket.",
            Self::NewLine => "Write a line break inside of a string as \\n.",
            Self::Quotes => "Use \" around keys and strings, and \\\" inside of them.",
            Self::Key | Self::Colon | Self::Comma | Self::Value => {
                "Write plain JSON; a double quote inside of a string is written \\\"."
            }
            Self::Comment => "Leave comments out: JSON has none.",
        }
    }
}
