//! The free text of an action, and the fields before it.

use std::ops::Range;

use model::proposal::with_plain_newlines;
use model::{Spanned, Verb};

use super::names::known;
use crate::teddy::blocks::Kind;
use crate::teddy::fields::Fields;
use crate::teddy::groups::Group;
use crate::teddy::notes::Notes;
use crate::teddy::prose;

/// The fields at the beginning, and the text after them.
pub(super) fn read(verb: Verb, group: &Group, notes: &mut Notes<'_>) -> (Fields, Spanned<String>) {
    let mut fields = Fields::default();
    let mut start = group.heading.end;
    let mut taken = 0;
    for block in &group.blocks {
        match &block.kind {
            Kind::Items(items) if fields.begin_with_field(items, known(verb), notes) => {
                let (count, end) = fields.read_leading_items(items, known(verb), notes);
                start = end.max(start);
                if count < items.len() {
                    break;
                }
            }
            Kind::Paragraph if fields.read_paragraph(&block.span, known(verb), notes) => start = block.span.end,
            _ => break,
        }
        taken += 1;
    }
    let mut message = text(group, taken, start, notes);
    if taken > 0 || !fields.is_empty() {
        // Below a list, an indented line would belong to its last entry.
        let indented = message.value.len() - message.value.trim_start().len();
        message.value.drain(..indented);
        message.span.start += indented;
    }
    (fields, message)
}

/// What stands between `start` and the end of the group. Of its blocks, those from `first` on belong to the text.
pub(super) fn text(group: &Group, first: usize, start: usize, notes: &mut Notes<'_>) -> Spanned<String> {
    let mut end = group.end.max(start);
    let mut blocks = &group.blocks[first..];
    while let [rest @ .., last] = blocks
        && last.kind == Kind::Break
    {
        prose::note_filler(last, notes);
        end = last.span.start.max(start);
        blocks = rest;
    }
    for block in blocks {
        match &block.kind {
            Kind::Fence(fence) => prose::judge_fence_in_text(fence, &block.span, notes),
            _ => {
                prose::judge_hidden(&block.span, notes);
            }
        }
    }
    let span = without_blank_lines(notes.source, start..end);
    let text = with_plain_newlines(notes.text(&span));
    Spanned::new(text, span)
}

fn without_blank_lines(source: &str, span: Range<usize>) -> Range<usize> {
    let text = source[span.clone()].trim_end();
    let indented = text.trim_start();
    let first_line = text[..text.len() - indented.len()].rfind('\n').map_or(0, |end| end + 1);
    let lead = match indented.is_empty() {
        true => text.len(),
        false => first_line,
    };
    span.start + lead..span.start + text.len()
}
