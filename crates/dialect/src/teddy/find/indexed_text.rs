//! A file while the edits of a plan are applied to it.

use std::borrow::Cow;
use std::ops::Range;

use super::index::Index;
use super::{exact, line, loose};

/// An index is built if the plain searches would read more bytes than this. Below, plain searches are faster.
const UNINDEXED_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Bytes around a place that are checked first. They almost always contain other text.
const NEAR_BYTES: usize = 64;

/// A text with an index for many FIND texts, so that the whole file is not searched for each of them.
pub struct IndexedText<'a> {
    text: Cow<'a, str>,
    index: Option<Index<'a>>,
    /// The number of characters that are not blank; `None` until it is needed.
    solid_chars: Option<usize>,
}

impl<'a> IndexedText<'a> {
    /// `finds` are the texts of all FIND blocks for this file.
    pub fn new(text: impl Into<Cow<'a, str>>, finds: &[&'a str]) -> Self {
        let text = text.into();
        let bytes = text.len() + finds.iter().map(|find| find.len()).sum::<usize>();
        let is_indexed = bytes.saturating_mul(finds.len()) > UNINDEXED_BYTES_MAX && text.len() < u32::MAX as usize;
        Self {
            index: is_indexed.then(|| index(&text, finds)),
            text,
            solid_chars: None,
        }
    }

    #[cfg(test)]
    pub(super) fn indexed(text: &'a str, finds: &[&'a str]) -> Self {
        Self {
            index: Some(index(text, finds)),
            text: text.into(),
            solid_chars: None,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn into_text(self) -> String {
        self.text.into_owned()
    }

    /// The 1-based line of a byte.
    pub fn line(&self, at: usize) -> usize {
        match &self.index {
            Some(index) => index.line(&self.text, at),
            None => line::numbers(&self.text, &[at])[0],
        }
    }

    pub fn line_count(&self) -> usize {
        let newlines = self.line(self.text.len()) - 1;
        newlines + usize::from(!self.text.is_empty() && !self.text.ends_with('\n'))
    }

    /// Whether the file has only blanks outside of this part.
    pub fn is_all_but_blanks(&mut self, span: &Range<usize>) -> bool {
        let bytes = self.text.as_bytes();
        let before = &bytes[span.start.saturating_sub(NEAR_BYTES)..span.start];
        let after = &bytes[span.end..bytes.len().min(span.end + NEAR_BYTES)];
        if before.iter().chain(after).any(u8::is_ascii_graphic) {
            return false;
        }
        let all = *self.solid_chars.get_or_insert_with(|| solid_chars(&self.text));
        all == solid_chars(&self.text[span.clone()])
    }

    pub fn replace(&mut self, span: Range<usize>, replacement: &str) {
        if let Some(count) = &mut self.solid_chars {
            *count = *count + solid_chars(replacement) - solid_chars(&self.text[span.clone()]);
        }
        let start = span.start;
        let removed = self.index.is_some().then(|| self.text[span.clone()].to_owned());
        self.text.to_mut().replace_range(span, replacement);
        if let (Some(index), Some(removed)) = (&mut self.index, removed) {
            index.replace(&self.text, start, &removed, replacement.len());
        }
    }

    /// The places that [`exact::places`] would return.
    pub(super) fn places(&self, find: &str) -> Vec<usize> {
        match &self.index {
            Some(index) => index.places(&self.text, find),
            None => exact::places(&self.text, find),
        }
    }

    pub(super) fn lines(&self, places: &[usize]) -> Vec<usize> {
        match &self.index {
            Some(index) => places.iter().map(|at| index.line(&self.text, *at)).collect(),
            None => line::numbers(&self.text, places),
        }
    }
}

fn index<'a>(text: &str, finds: &[&'a str]) -> Index<'a> {
    let anchors = finds.iter().filter_map(|find| loose::anchor(find));
    Index::new(text, finds.iter().copied().chain(anchors))
}

fn solid_chars(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}
