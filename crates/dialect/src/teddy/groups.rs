//! The blocks under each heading that means something.

use std::iter::Peekable;
use std::ops::Range;
use std::vec::IntoIter;

use model::{Spanned, Verb};

use super::blocks::{Block, Kind, without_closing_marks};
use super::heading::{self, Section};
use super::notes::Notes;
use super::rules;

pub(super) struct Group {
    pub mark: Mark,
    pub heading: Range<usize>,
    pub blocks: Vec<Block>,
    /// Where the next group or the plan's end is.
    pub end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Before everything else; the title is among its blocks.
    Head,
    Section(Section),
    Action(Verb),
    /// A heading that says nothing to us, and all below it.
    Unknown,
}

pub(super) fn groups(blocks: Vec<Block>, end: usize, notes: &mut Notes<'_>) -> Vec<Group> {
    let mut sorting = Sorting {
        groups: vec![Group {
            mark: Mark::Head,
            heading: 0..0,
            blocks: Vec::new(),
            end,
        }],
        has_title: false,
        has_plan: false,
        has_section: [false; 3],
        end,
    };
    let mut rest = blocks.into_iter().peekable();
    while let Some(block) = rest.next() {
        sorting.sort(block, &mut rest, notes);
    }
    sorting.groups
}

struct Sorting {
    groups: Vec<Group>,
    has_title: bool,
    /// Whether an action would be in its place.
    has_plan: bool,
    has_section: [bool; 3],
    end: usize,
}

struct Line {
    level: usize,
    text: Range<usize>,
    span: Range<usize>,
}

impl Sorting {
    fn sort(&mut self, block: Block, rest: &mut Peekable<IntoIter<Block>>, notes: &mut Notes<'_>) {
        match &block.kind {
            Kind::Heading { level, text } => {
                let line = Line {
                    level: *level,
                    text: text.clone(),
                    span: block.span.start..block.span.start + notes.text(&block.span).trim_end().len(),
                };
                if !self.opens(&line, notes) {
                    self.keep(block);
                }
            }
            Kind::Paragraph => {
                let has_list = matches!(rest.peek(), Some(next) if matches!(next.kind, Kind::Items(_)));
                let bare = has_list.then(|| bare_action(&block.span, notes)).flatten();
                let prose_end = bare.as_ref().map_or(block.span.end, |bare| bare.span.start);
                self.sort_lines(block.span.start..prose_end, notes);
                if let Some(bare) = bare {
                    notes.add(rules::action_heading(bare.span.clone(), bare.value));
                    self.open_action(bare.value, bare.span, notes);
                }
            }
            _ => self.keep(block),
        }
    }

    /// A heading that begins something new.
    fn opens(&mut self, line: &Line, notes: &mut Notes<'_>) -> bool {
        let text = notes.text(&line.text);
        // In a message, only what is written like a section ends it.
        let may_be_section = !self.is_in_message() || line.level == 2;
        if may_be_section && self.opens_section(line, notes) {
            return true;
        }
        if let Some(seen) = heading::action(text) {
            if !seen.is_exact {
                notes.add(rules::action_heading(line.span.clone(), seen.what));
            }
            if line.level != 3 {
                notes.add(rules::heading_level(line.span.clone(), line.level, 3));
            }
            self.open_action(seen.what, line.span.clone(), notes);
            return true;
        }
        match self.is_in_message() {
            true if heading::is_invented_action(text) => self.open_unknown_action(line, notes),
            true => false,
            false => self.opens_stray(line, notes),
        }
    }

    fn opens_section(&mut self, line: &Line, notes: &mut Notes<'_>) -> bool {
        let Some(seen) = heading::section(notes.text(&line.text)) else {
            return false;
        };
        let is_title = line.level == 1 && !self.has_title;
        if is_title {
            return false;
        }
        if !seen.is_exact {
            notes.add(rules::section_name(line.span.clone(), seen.what.name()));
        }
        if line.level != 2 {
            notes.add(rules::heading_level(line.span.clone(), line.level, 2));
        }
        self.judge_order(seen.what, &line.span, notes);
        self.has_plan |= seen.what == Section::Actions;
        self.open(Mark::Section(seen.what), line.span.clone());
        true
    }

    fn judge_order(&mut self, section: Section, span: &Range<usize>, notes: &mut Notes<'_>) {
        let rank = match section {
            Section::Rationale => 0,
            Section::Memos => 1,
            Section::Actions => 2,
        };
        if std::mem::replace(&mut self.has_section[rank], true) {
            notes.add(rules::section_twice(span.clone(), section.name()));
        } else if self.has_section[rank + 1..].contains(&true) {
            notes.add(rules::section_order(span.clone(), section.name()));
        }
    }

    /// A heading that means nothing: a title, or a fault where it could hide something.
    fn opens_stray(&mut self, line: &Line, notes: &mut Notes<'_>) -> bool {
        let text = notes.text(&line.text);
        if line.level == 1 {
            if self.has_title {
                notes.add(rules::title_single(line.span.clone()));
                self.open(Mark::Unknown, line.span.clone());
            }
            let is_first = !std::mem::replace(&mut self.has_title, true);
            return !is_first;
        }
        let is_inside = matches!(self.mark(), Mark::Section(Section::Rationale));
        if line.level == 2 {
            notes.add(rules::section_unknown(line.span.clone(), text));
            self.open(Mark::Unknown, line.span.clone());
            return true;
        }
        let is_action_place = matches!(
            self.mark(),
            Mark::Action(_) | Mark::Section(Section::Actions) | Mark::Unknown
        );
        let is_marker = heading::marker(text).is_some();
        if !is_inside && !is_marker && ((line.level == 3 && is_action_place) || heading::is_invented_action(text)) {
            return self.open_unknown_action(line, notes);
        }
        false
    }

    fn open_unknown_action(&mut self, line: &Line, notes: &mut Notes<'_>) -> bool {
        notes.add(rules::action_unknown(line.span.clone(), notes.text(&line.text)));
        self.open(Mark::Unknown, line.span.clone());
        true
    }

    /// A paragraph whose lines may be headings that lack the space after `#`.
    fn sort_lines(&mut self, span: Range<usize>, notes: &mut Notes<'_>) {
        let mut prose = span.start;
        let mut at = span.start;
        for line in notes.text(&span).split_inclusive('\n') {
            let glued = glued(line, at).filter(|line| self.means_something(line, notes));
            if let Some(line) = glued {
                self.keep_prose(prose..at);
                notes.add(rules::heading_space(line.span.clone()));
                if !self.opens(&line, notes) {
                    self.keep(Block {
                        kind: Kind::Heading {
                            level: line.level,
                            text: line.text,
                        },
                        span: line.span,
                    });
                }
                prose = at + line_len(notes.source, at);
            }
            at += line.len();
        }
        self.keep_prose(prose..span.end);
    }

    fn means_something(&self, line: &Line, notes: &Notes<'_>) -> bool {
        let text = notes.text(&line.text);
        let is_title = line.level == 1 && !self.has_title;
        is_title || heading::action(text).is_some() || (line.level == 2 && heading::section(text).is_some())
    }

    fn keep_prose(&mut self, span: Range<usize>) {
        if !span.is_empty() {
            self.keep(Block {
                kind: Kind::Paragraph,
                span,
            });
        }
    }

    fn open_action(&mut self, verb: Verb, span: Range<usize>, notes: &mut Notes<'_>) {
        if !self.has_plan {
            notes.add(rules::action_plan_heading(span.clone()));
            self.has_plan = true;
        }
        self.open(Mark::Action(verb), span);
    }

    fn open(&mut self, mark: Mark, heading: Range<usize>) {
        if let Some(last) = self.groups.last_mut() {
            last.end = heading.start;
        }
        self.groups.push(Group {
            mark,
            heading,
            blocks: Vec::new(),
            end: self.end,
        });
    }

    fn keep(&mut self, block: Block) {
        if let Some(last) = self.groups.last_mut() {
            last.blocks.push(block);
        }
    }

    fn mark(&self) -> Mark {
        self.groups.last().map_or(Mark::Head, |group| group.mark)
    }

    fn is_in_message(&self) -> bool {
        matches!(self.mark(), Mark::Action(verb) if verb.has_message())
    }
}

/// A paragraph's last line without `#` that is nothing but an action's name. Fields must follow it.
fn bare_action(span: &Range<usize>, notes: &Notes<'_>) -> Option<Spanned<Verb>> {
    const NAME_BYTES_MAX: usize = 40;
    let paragraph = notes.text(span).trim_end();
    let line = paragraph.rsplit('\n').next().unwrap_or_default();
    let text = line.trim_start();
    let is_name = text.len() < NAME_BYTES_MAX && !text.starts_with('#') && !text.contains(char::is_lowercase);
    let seen = heading::action(text).filter(|_| is_name)?;
    let end = span.start + paragraph.len();
    Some(Spanned::new(seen.what, end - text.len()..end))
}

/// A line that would be a heading with a space after `#`.
fn glued(line: &str, at: usize) -> Option<Line> {
    let text = line.trim();
    let start = at + line.len() - line.trim_start().len();
    let name = text.trim_start_matches('#');
    let level = text.len() - name.len();
    let name_start = start + text.len() - name.trim_start().len();
    let name = without_closing_marks(name.trim_start());
    ((1..=6).contains(&level) && !name.is_empty() && !name.contains('\r')).then(|| Line {
        level,
        text: name_start..name_start + name.len(),
        span: start..start + text.len(),
    })
}

fn line_len(source: &str, at: usize) -> usize {
    source[at..].find('\n').map_or(source.len() - at, |end| end + 1)
}
