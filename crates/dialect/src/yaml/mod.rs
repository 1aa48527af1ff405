//! YAML as our files may use it, and nothing more of it. The only place that knows the YAML library.
//!
//! The library reads front matters that are right, which most are. What is wrong with the others is found by a walk
//! over the same parser's events, because the library stops at the first fault and we want all of them.

mod diagnose;
mod fault;
mod file;
mod tree;

use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use diagnose::Broken;
pub(crate) use fault::{Fault, What};
pub(crate) use file::{Held, List, Pair, list, pairs, quoted, scalar};
pub(crate) use tree::{Node, Value, Walk, has_comments, walk};

use model::limits;
pub(crate) use serde_saphyr::{FlowSeq, Spanned};

/// Bytes of a front matter: enough for the longest checklist, and too few to cost time.
pub(crate) const BYTES_MAX: usize = 64 * limits::LIST_ENTRIES;
/// Values and keys: every list of a task at its longest.
const NODES_MAX: usize = 2 * limits::LIST_ENTRIES + 64;
/// A list in a mapping is two deep, and some more is worth an exact message.
const DEPTH_MAX: usize = 8;
/// Faults listed of one front matter.
const FAULTS_MAX: usize = 100;

/// A text and the bytes it was written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text {
    pub value: String,
    pub span: Range<usize>,
}

/// How much of a text is walked through.
pub(crate) struct Bounds {
    pub nodes: usize,
    /// Of one mapping.
    pub keys: usize,
    pub depth: usize,
    /// Whether a plain scalar that looks like something else is text all the same.
    pub is_text: fn(&str) -> bool,
}

/// For front matters and other small files. What their reader takes for text is what the library does.
const SMALL: Bounds = Bounds {
    nodes: NODES_MAX,
    keys: NODES_MAX,
    depth: DEPTH_MAX,
    is_text,
};

/// A type that a front matter is read into.
pub(crate) trait Front: DeserializeOwned {
    const FIELDS: &'static [Field];
    /// Words that agents use for the keys.
    const OTHER_WORDS: &'static [(&'static str, &'static str)];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    pub key: &'static str,
    pub holds: Holds,
    pub is_required: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    Text,
    Texts,
}

/// Either the whole front matter, or everything that is wrong with it and what could be read nevertheless.
pub(crate) fn read<T: Front>(text: &str) -> Result<T, Broken> {
    if text.len() > BYTES_MAX {
        return Err(Broken::too_large(text.len()));
    }
    match serde_saphyr::from_str_with_options(text, options()) {
        // The library lets some tags and unused anchors pass.
        Ok(_) if may_hold_tricks(text) && diagnose::has_tricks(text) => Err(diagnose::diagnose::<T>(text)),
        Ok(front) => Ok(front),
        Err(error) => {
            let mut broken = diagnose::diagnose::<T>(text);
            if broken.faults.is_empty() {
                broken.faults.push(Fault::from(&error));
            }
            Err(broken)
        }
    }
}

/// One line per text, so that no text can end the front matter.
pub(crate) fn write(front: &impl Serialize) -> String {
    let options = serde_saphyr::ser_options! {
        compact_list_indent: false,
        prefer_block_scalars: false,
    };
    serde_saphyr::to_string_with_options(front, options)
        .unwrap_or_else(|fault| unreachable!("our front matters are texts and lists of texts: {fault}"))
}

/// A first look that spares most front matters a second parse: such marks count only where a value may begin.
fn may_hold_tricks(text: &str) -> bool {
    let bytes = text.as_bytes();
    let begins = |at: usize| at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'`');
    let is_mark = |(at, byte): (usize, &u8)| match byte {
        b'!' => begins(at),
        b'&' | b'*' => begins(at) && bytes.get(at + 1).is_some_and(|next| !next.is_ascii_whitespace()),
        _ => false,
    };
    bytes.iter().enumerate().any(is_mark)
}

/// Whether the library takes a plain scalar for text.
fn is_text(scalar: &str) -> bool {
    serde_saphyr::from_str_with_options::<String>(scalar, options()).is_ok()
}

/// A file that is one list of texts. An empty one, or one of comments alone, is an empty list.
pub(crate) fn texts(text: &str) -> Result<Vec<String>, String> {
    if text.len() > BYTES_MAX {
        return Err(format!("it is larger than {BYTES_MAX} bytes"));
    }
    if text
        .lines()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    {
        return Ok(Vec::new());
    }
    if may_hold_tricks(text) && diagnose::has_tricks(text) {
        return Err("anchors, aliases and tags are not allowed".to_owned());
    }
    serde_saphyr::from_str_with_options(text, options()).map_err(|error| error.to_string())
}

fn options() -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 4 * NODES_MAX,
            max_aliases: 0,
            max_anchors: 0,
            max_depth: DEPTH_MAX,
            flow_nesting_limit: DEPTH_MAX,
            max_documents: 1,
            max_nodes: NODES_MAX,
            max_total_scalar_bytes: BYTES_MAX,
            max_merge_keys: 0,
        },
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::Error,
        merge_keys: serde_saphyr::MergeKeyPolicy::Error,
        strict_booleans: true,
        no_schema: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    }
}
