//! From any text to a proposal, with everything that is wrong with it.

use std::ops::Range;

use memchr::memchr_iter;
use model::proposal::Proposal;
use model::{Action, Diagnostic, RelPath, Spanned, Verb};

use super::blocks::{Block, Fence, Kind, blocks};
use super::groups::{Group, Mark, groups};
use super::heading::Section;
use super::notes::{Notes, Purpose};
use super::start::{Start, start};
use super::{actions, head, memos, prose, rationale, rules, trial};

/// What a text says, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// Whole actions only. It may be carried out only if no diagnostic is an error.
    pub proposal: Proposal,
    /// Actions that lack something, so that what follows them can be judged with care.
    pub broken: Vec<Broken>,
    /// In source order, each once.
    pub diagnostics: Vec<Diagnostic>,
}

/// An action that cannot be carried out as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// `None` where the heading names no action that we know.
    pub verb: Option<Verb>,
    /// The file that it is about, where that is known.
    pub path: Option<RelPath>,
    /// How many whole actions stand before it.
    pub before: usize,
    pub span: Range<usize>,
}

/// Reads any text, in time that grows with its length alone.
pub fn read(source: &str) -> Reading {
    read_for(source, Purpose::Plan)
}

pub(super) fn read_for(source: &str, purpose: Purpose) -> Reading {
    let mut notes = Notes::new(source, purpose);
    let start = start(source);
    judge_start(&start, &mut notes);
    let mut found = blocks(source, start.plan..source.len());
    let mut end = source.len();
    if start.wrapper.is_some() {
        end = unwrap(&mut found, end, &mut notes);
    }
    let groups = groups(found, end, &mut notes);
    let mut reading = Reading::default();
    assemble(&mut reading, groups, &mut notes);
    reading.diagnostics = notes.finish();
    reading
}

fn judge_start(start: &Start, notes: &mut Notes<'_>) {
    if let Some(mark) = &start.byte_order_mark {
        notes.add(rules::byte_order_mark(mark.clone()));
    }
    if let Some(preamble) = &start.preamble {
        notes.add(rules::preamble(preamble.clone()));
    }
    if let Some(wrapper) = &start.wrapper {
        notes.add(rules::wrapped_plan(wrapper.clone()));
    }
    if let Some(at) = carriage_return(notes.source) {
        notes.add(rules::line_ends(at..at + 2));
    }
}

/// Where the first line ends that does not end with a newline alone.
fn carriage_return(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    memchr_iter(b'\r', bytes).find(|at| bytes.get(at + 1) == Some(&b'\n'))
}

/// The fence that closes the one around the plan looks like the opening of another: nothing closes it.
fn unwrap(blocks: &mut Vec<Block>, end: usize, notes: &mut Notes<'_>) -> usize {
    let Some((closing, fence)) = wrapper_end(blocks) else {
        return end;
    };
    if !fence.text(notes.source).trim().is_empty() {
        prose::closing(&fence.content, notes);
    }
    blocks.pop();
    closing
}

pub(super) fn wrapper_end(blocks: &[Block]) -> Option<(usize, &Fence)> {
    let last = blocks.last()?;
    match &last.kind {
        Kind::Fence(fence) if !fence.is_closed && fence.info.is_empty() => Some((last.span.start, fence)),
        _ => None,
    }
}

fn assemble(reading: &mut Reading, groups: Vec<Group>, notes: &mut Notes<'_>) {
    let is_action = |group: &&Group| matches!(group.mark, Mark::Action(_) | Mark::Unknown);
    let last = groups.iter().rposition(|group| is_action(&group));
    let has = |section| groups.iter().any(|group| group.mark == Mark::Section(section));
    if !has(Section::Rationale) {
        let at = groups.get(1).map_or(notes.source.len(), |group| group.heading.start);
        notes.add(rules::rationale_missing(at..at));
    }
    if last.is_none() {
        notes.add(rules::action_missing(notes.source.len()..notes.source.len()));
    }
    for (index, group) in groups.into_iter().enumerate() {
        let place = match last {
            Some(last) if index >= last => Position::Last,
            _ => Position::Between,
        };
        let proposal = &mut reading.proposal;
        match group.mark {
            Mark::Head => (proposal.title, proposal.header) = head::read(&group, notes),
            Mark::Section(Section::Rationale) => {
                let rationale = rationale::read(&group, notes);
                if proposal.rationale.text.value.is_empty() {
                    proposal.rationale = rationale;
                }
            }
            Mark::Section(Section::Memos) => proposal.memos.extend(memos::read(&group, notes)),
            Mark::Section(Section::Actions) => prose::intro(&group, notes),
            Mark::Action(verb) => take(reading, verb, &group, place, notes),
            Mark::Unknown => {
                prose::hidden_actions(&group, notes);
                reading.broken.push(Broken {
                    verb: None,
                    path: None,
                    before: reading.proposal.actions.len(),
                    span: span(&group, notes),
                });
            }
        }
    }
}

/// Whether other actions follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    Between,
    Last,
}

fn take(reading: &mut Reading, verb: Verb, group: &Group, position: Position, notes: &mut Notes<'_>) {
    if verb.is_handoff() && position == Position::Between {
        notes.add(rules::handoff_last(group.heading.clone(), verb));
    }
    let span = span(group, notes);
    let action = actions::read(verb, group, position, notes);
    match action.and_then(|action| trial::pass(action, group, position, notes)) {
        Ok(action) => reading.proposal.actions.push(Spanned::<Action>::new(action, span)),
        Err(path) => reading.broken.push(Broken {
            verb: Some(verb),
            path,
            before: reading.proposal.actions.len(),
            span,
        }),
    }
}

/// From the heading to the last letter below it.
fn span(group: &Group, notes: &Notes<'_>) -> Range<usize> {
    let start = group.heading.start;
    let text = notes.source[start..group.end].trim_end();
    start..start + text.len()
}
