//! Why the plan is what it is: a fenced text of four sections.

use std::ops::Range;

use model::proposal::{Rationale, with_plain_newlines};
use model::{Block as Lines, Spanned};

use super::blocks::{Block, Kind};
use super::groups::Group;
use super::notes::Notes;
use super::{prose, rules};

const SECTIONS: [&str; 4] = ["Synthesis", "Justification", "Expected Outcome", "State Dashboard"];

pub(super) fn read(group: &Group, notes: &mut Notes<'_>) -> Rationale {
    let text = Text::new(text(group, notes), notes);
    let mut rationale = Rationale {
        text: text.all.clone(),
        ..Rationale::default()
    };
    let headings = headings(&text.all.value);
    judge(&headings, &text, group, notes);
    let ends = headings
        .iter()
        .skip(1)
        .map(|heading| heading.line.start)
        .chain([text.all.value.len()]);
    for (heading, end) in headings.iter().zip(ends) {
        let part = match heading.section {
            0 => &mut rationale.synthesis,
            1 => &mut rationale.justification,
            2 => &mut rationale.expected_outcome,
            _ => &mut rationale.state_dashboard,
        };
        if part.value.is_empty() {
            *part = text.slice(heading.line.end..end);
        }
    }
    rationale
}

struct Text {
    all: Spanned<String>,
    /// Whether its bytes are those of its place, but for a last newline.
    is_verbatim: bool,
}

impl Text {
    fn new(all: Spanned<String>, notes: &Notes<'_>) -> Self {
        let is_verbatim = all.value.starts_with(notes.text(&all.span));
        Self { all, is_verbatim }
    }

    /// A trimmed part of the text. Where its lines differ from the source's, all of the text is its place.
    fn slice(&self, part: Range<usize>) -> Spanned<String> {
        let raw = &self.all.value[part.clone()];
        let trimmed = raw.trim();
        let place = &self.all.span;
        let span = match self.is_verbatim {
            true => {
                let lead = raw.len() - raw.trim_start().len();
                let start = (place.start + part.start + lead).min(place.end);
                start..start + trimmed.len()
            }
            false => place.clone(),
        };
        Spanned::new(trimmed.to_owned(), span)
    }
}

struct Heading {
    section: usize,
    line: Range<usize>,
}

/// The first fenced block, or all of the prose where there is none.
fn text(group: &Group, notes: &mut Notes<'_>) -> Spanned<String> {
    let fence = group.blocks.iter().find(|block| matches!(block.kind, Kind::Fence(_)));
    let Some(Block {
        kind: Kind::Fence(fence),
        span,
    }) = fence
    else {
        return unfenced(group, notes);
    };
    prose::judge_fence(fence, span, notes);
    for block in group.blocks.iter().filter(|block| block.span != *span) {
        prose::block_outside(block, notes);
    }
    let text = Lines::new("", fence.text(notes.source).to_owned(), fence.content.clone());
    Spanned::new(text.text().to_owned(), fence.content.clone())
}

fn unfenced(group: &Group, notes: &mut Notes<'_>) -> Spanned<String> {
    let start = group.heading.end;
    let raw = &notes.source[start..group.end];
    let lead = raw.len() - raw.trim_start().len();
    let raw = raw.trim();
    let raw = raw.strip_suffix("---").unwrap_or(raw).trim_end();
    let span = start + lead..start + lead + raw.len();
    if raw.is_empty() {
        return Spanned::new(String::new(), group.heading.clone());
    }
    notes.add(rules::rationale_fence(group.heading.clone()));
    prose::judge_hidden(&span, notes);
    Spanned::new(with_plain_newlines(raw) + "\n", span)
}

/// Every line that is one of the four headings.
fn headings(text: &str) -> Vec<Heading> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if let Some(section) = section(line) {
            let line = at..at + line.len();
            found.push(Heading { section, line });
        }
        at += line.len();
    }
    found
}

/// `### 1. Synthesis` or `1. Synthesis`, bold or not, with or without a colon.
fn section(line: &str) -> Option<usize> {
    const LINE_BYTES_MAX: usize = 80;
    let line = line.trim();
    let is_marked = line.starts_with(|c: char| c == '#' || c == '*' || c.is_ascii_digit());
    if line.len() > LINE_BYTES_MAX || !is_marked {
        return None;
    }
    let name = line.trim_start_matches(|c: char| !c.is_alphabetic());
    let name = name.trim_end_matches(|c: char| !c.is_alphanumeric());
    SECTIONS.iter().position(|section| section.eq_ignore_ascii_case(name))
}

fn judge(headings: &[Heading], text: &Text, group: &Group, notes: &mut Notes<'_>) {
    if text.all.value.trim().is_empty() {
        notes.add(rules::rationale_missing_empty(group.heading.clone()));
        return;
    }
    let mut next = 0;
    for heading in headings {
        if heading.section < next {
            let span = text.slice(heading.line.clone()).span;
            notes.add(rules::rationale_section_misplaced(span, SECTIONS[heading.section]));
        }
        next = next.max(heading.section + 1);
    }
    for (section, name) in SECTIONS.iter().enumerate() {
        if !headings.iter().any(|heading| heading.section == section) {
            notes.add(rules::rationale_section_missing(
                group.heading.clone(),
                section + 1,
                name,
            ));
        }
    }
}
