//! Text that is no part of the format: harmless, in the way, or hiding something.

use std::ops::Range;

use super::blocks::{Block, Fence, Kind};
use super::groups::Group;
use super::notes::Notes;
use super::{heading, rules};

/// What a block without a meaning is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filler {
    Break,
    Comment,
    /// It looks like an empty line.
    Blank,
    /// Words.
    Prose,
}

pub(super) fn filler(block: &Block, notes: &Notes<'_>) -> Filler {
    let text = notes.text(&block.span);
    match &block.kind {
        Kind::Break => Filler::Break,
        Kind::Html if text.trim_start().starts_with("<!--") && text.trim_end().ends_with("-->") => Filler::Comment,
        Kind::Paragraph if is_blank(text) => Filler::Blank,
        _ => Filler::Prose,
    }
}

/// Notes what people may overlook; `false` for words, which the caller must judge.
pub(super) fn note_filler(block: &Block, notes: &mut Notes<'_>) -> bool {
    let span = block.span.clone();
    match filler(block, notes) {
        Filler::Break => notes.add(rules::thematic_break(span)),
        Filler::Comment => {
            if !judge_hidden(&span, notes) {
                notes.add(rules::comment(span));
            }
        }
        Filler::Blank => notes.add(rules::blank_line(span)),
        Filler::Prose => return false,
    }
    true
}

/// A block outside of the action plan.
pub(super) fn block_outside(block: &Block, notes: &mut Notes<'_>) {
    if note_filler(block, notes) {
        return;
    }
    match &block.kind {
        Kind::Fence(fence) => {
            judge_fence(fence, &block.span, notes);
            notes.add(rules::loose_prose(block.span.clone()));
        }
        _ => outside(&block.span, notes),
    }
}

pub(super) fn outside(span: &Range<usize>, notes: &mut Notes<'_>) {
    if !judge_hidden(span, notes) && !judge_listed(span, notes) {
        notes.add(rules::loose_prose(trimmed(span, notes)));
    }
}

/// Between the heading of the action plan and the first action: words are an introduction, the rest is lost.
pub(super) fn intro(group: &Group, notes: &mut Notes<'_>) {
    for block in &group.blocks {
        match &block.kind {
            Kind::Items(_) => between(&block.span, notes),
            Kind::Fence(fence) => {
                judge_fence(fence, &block.span, notes);
                notes.add(rules::stray_prose(trimmed(&block.span, notes)));
            }
            _ => block_outside(block, notes),
        }
    }
}

pub(super) fn between(span: &Range<usize>, notes: &mut Notes<'_>) {
    if !judge_hidden(span, notes) && !judge_listed(span, notes) {
        notes.add(rules::stray_prose(trimmed(span, notes)));
    }
}

pub(super) fn closing(span: &Range<usize>, notes: &mut Notes<'_>) {
    if !judge_hidden(span, notes) && !judge_listed(span, notes) {
        notes.add(rules::closing_prose(trimmed(span, notes)));
    }
}

/// Actions in what nobody can read.
pub(super) fn hidden_actions(group: &Group, notes: &mut Notes<'_>) {
    for block in &group.blocks {
        match &block.kind {
            Kind::Fence(fence) => judge_fence(fence, &block.span, notes),
            _ => {
                judge_hidden(&block.span, notes);
            }
        }
    }
}

/// A block of code in a message may stand in a list.
pub(super) fn judge_fence_in_text(fence: &Fence, span: &Range<usize>, notes: &mut Notes<'_>) {
    if !fence.is_closed {
        notes.add(rules::fence_unclosed(first_line(span, notes)));
    }
    judge_content(fence, notes);
}

pub(super) fn judge_fence(fence: &Fence, span: &Range<usize>, notes: &mut Notes<'_>) {
    if fence.is_in_list {
        notes.add(rules::fence_indented(first_line(span, notes)));
    }
    judge_fence_in_text(fence, span, notes);
}

fn judge_content(fence: &Fence, notes: &mut Notes<'_>) {
    let content = &notes.source[fence.content.clone()];
    let mut actions = heading::action_lines(content, 2).peekable();
    if actions.peek().is_none() {
        return;
    }
    let marks = notes.text(&fence.marks);
    // Such a line would be a fence of its own if the one around it had been closed.
    let is_ambiguous = content.lines().any(|line| line.trim_start().starts_with(marks));
    for (line, verb) in actions {
        let start = fence.content.start + line.start;
        let span = start..start + line.len();
        notes.add(match is_ambiguous {
            true => rules::action_swallowed(span, verb),
            false => rules::action_in_block(span, verb),
        });
    }
}

fn first_line(span: &Range<usize>, notes: &Notes<'_>) -> Range<usize> {
    let line = notes.text(span).lines().next().unwrap_or_default();
    span.start..span.start + line.len()
}

/// Whether there are headings of actions that the parser does not see as such.
pub(super) fn judge_hidden(span: &Range<usize>, notes: &mut Notes<'_>) -> bool {
    let text = &notes.source[span.clone()];
    let mut is_found = false;
    for (line, verb) in heading::action_lines(text, 1) {
        let start = span.start + line.start;
        notes.add(rules::action_nested(start..start + line.len(), verb));
        is_found = true;
    }
    is_found
}

/// How far before an entry's text its bullet may begin.
const BULLET_CHARS_MAX: usize = 8;

/// Whether there are entries of a list that can only be meant as actions.
fn judge_listed(span: &Range<usize>, notes: &mut Notes<'_>) -> bool {
    let before = notes.source[..span.start].char_indices().rev().take(BULLET_CHARS_MAX);
    let bullet = before.take_while(|(_, c)| *c != '\n').last();
    let mut at = bullet.map_or(span.start, |(at, _)| at);
    let mut is_found = false;
    for line in notes.source[at..span.end].split_inclusive('\n') {
        if let Some(verb) = heading::listed_action(line) {
            let start = at + line.len() - line.trim_start().len();
            notes.add(rules::action_nested(start..start + line.trim().len(), verb));
            is_found = true;
        }
        at += line.len();
    }
    is_found
}

fn trimmed(span: &Range<usize>, notes: &Notes<'_>) -> Range<usize> {
    span.start..span.start + notes.text(span).trim_end().len()
}

/// Nothing but white space, seen or unseen.
fn is_blank(text: &str) -> bool {
    let is_unseen =
        |c: char| c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\\');
    text.replace("&nbsp;", "").chars().all(is_unseen)
}
