//! What can be wrong with a front matter's YAML.

use std::ops::Range;

/// A fault and its place, as bytes of the front matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub what: What,
    pub span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// What the YAML parser says.
    Syntax(String),
    TooLarge {
        bytes: usize,
    },
    TooManyValues,
    TooManyKeys,
    TooDeep,
    SeveralDocuments,
    Directive,
    Anchor,
    Alias,
    Tag,
    MergeKey,
    NotMapping {
        found: &'static str,
    },
    /// A key that is a list or a mapping.
    OddKey,
    UnknownKey {
        given: String,
        meant: Option<&'static str>,
        allowed: Vec<&'static str>,
    },
    RepeatedKey(String),
    WrongType {
        key: &'static str,
        wanted: &'static str,
        found: &'static str,
        /// The value, if quotes would make it right.
        bare: Option<String>,
    },
    Missing(&'static str),
    /// So many more that they are not listed.
    More(usize),
}

impl From<&serde_saphyr::Error> for Fault {
    /// For the faults that only the library sees.
    fn from(error: &serde_saphyr::Error) -> Self {
        let place = error.location().map(|location| location.span());
        let start = place
            .and_then(|span| span.byte_offset())
            .and_then(|byte| usize::try_from(byte).ok());
        let length = place
            .and_then(|span| span.byte_len())
            .and_then(|byte| usize::try_from(byte).ok());
        let start = start.unwrap_or_default();
        Self {
            what: What::Syntax(first_line(&error.to_string())),
            span: start..start.saturating_add(length.unwrap_or_default()),
        }
    }
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}
