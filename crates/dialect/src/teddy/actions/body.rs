//! What stands below the heading of an action without a message: fields, fenced blocks, and the marks between them.

use std::ops::Range;

use model::proposal::Field;
use model::{Block as Text, Spanned, Verb};

use super::names::known;
use crate::teddy::blocks::{Block, Fence, Item, Kind};
use crate::teddy::fields::{Fields, Known, RawField};
use crate::teddy::groups::Group;
use crate::teddy::heading::{self, Marker};
use crate::teddy::notes::Notes;
use crate::teddy::read::Position;
use crate::teddy::{prose, rules};

pub(super) struct Body {
    pub verb: Verb,
    pub heading: Range<usize>,
    pub pieces: Vec<Piece>,
    fields: Fields,
}

pub(super) enum Piece {
    Marker(Marker, Range<usize>),
    Block(Spanned<Text>),
}

impl Body {
    pub fn read(verb: Verb, group: &Group, position: Position, notes: &mut Notes<'_>) -> Self {
        let mut body = Self {
            verb,
            heading: group.heading.clone(),
            pieces: Vec::new(),
            fields: Fields::default(),
        };
        let mut prose = Vec::new();
        for block in &group.blocks {
            if body.take(block, &mut prose, notes) {
                prose.drain(..).for_each(|span| prose::between(&span, notes));
            }
        }
        for span in prose {
            match position {
                Position::Last => prose::closing(&span, notes),
                Position::Between => prose::between(&span, notes),
            }
        }
        body
    }

    /// Whether the block is a part of the action. If it is words, they are put aside.
    fn take(&mut self, block: &Block, prose: &mut Vec<Range<usize>>, notes: &mut Notes<'_>) -> bool {
        match &block.kind {
            Kind::Fence(fence) => {
                prose::judge_fence(fence, &block.span, notes);
                self.pieces.push(Piece::Block(text(fence, &block.span, notes)));
                true
            }
            Kind::Items(items) => {
                let strays = self.take_items(items, notes);
                let is_part = strays.len() < items.len();
                prose.extend(strays);
                is_part
            }
            Kind::Heading { text, .. } if self.take_marker(text, &block.span, notes) => true,
            Kind::Paragraph if self.take_marker(&block.span, &block.span, notes) => true,
            Kind::Paragraph if self.fields.read_paragraph(&block.span, known(self.verb), notes) => true,
            _ => {
                if !prose::note_filler(block, notes) {
                    prose.push(block.span.clone());
                }
                false
            }
        }
    }

    fn take_items(&mut self, items: &[Item], notes: &mut Notes<'_>) -> Vec<Range<usize>> {
        if self.verb != Verb::Edit {
            return self.fields.read_items(items, known(self.verb), notes);
        }
        let mut strays = Vec::new();
        let mut pending = Vec::new();
        for item in items {
            let (entry, last_line) = before_marker(item, notes);
            let marker = match heading::marker(notes.text(&entry.text)) {
                Some(_) => Some(entry.text),
                None => {
                    pending.push(entry);
                    last_line
                }
            };
            if let Some(marker) = marker {
                let before = std::mem::take(&mut pending);
                strays.extend(self.fields.read_items(&before, known(self.verb), notes));
                self.take_marker(&marker, &marker, notes);
            }
        }
        strays.extend(self.fields.read_items(&pending, known(self.verb), notes));
        strays
    }

    fn take_marker(&mut self, text: &Range<usize>, span: &Range<usize>, notes: &mut Notes<'_>) -> bool {
        let Some(seen) = heading::marker(notes.text(text)).filter(|_| self.verb == Verb::Edit) else {
            return false;
        };
        if !seen.is_exact {
            notes.add(rules::edit_marker(span.clone(), seen.what));
        }
        self.pieces.push(Piece::Marker(seen.what, span.clone()));
        true
    }

    pub fn take_field(&mut self, known: &Known, notes: &mut Notes<'_>) -> Option<RawField> {
        self.fields.take(known, notes)
    }

    /// A field that the action cannot do without.
    pub fn require(&mut self, known: &Known, notes: &mut Notes<'_>) -> Option<Spanned<String>> {
        let value = self.take_text(known, notes);
        if value.is_none() {
            notes.add(rules::field_required(self.heading.clone(), self.verb, known.name));
        }
        value
    }

    /// A field that people want to see.
    pub fn recommend(&mut self, known: &Known, notes: &mut Notes<'_>) -> Option<Spanned<String>> {
        let value = self.take_text(known, notes);
        if value.is_none() {
            notes.add(rules::field_recommended(self.heading.clone(), self.verb, known.name));
        }
        value
    }

    pub fn take_text(&mut self, known: &Known, notes: &mut Notes<'_>) -> Option<Spanned<String>> {
        let field = self.take_field(known, notes)?;
        if field.children.is_empty() {
            return Some(field.value).filter(|value| !value.value.is_empty());
        }
        let children = field
            .children
            .iter()
            .map(|child| crate::teddy::fields::value(notes.text(child)));
        let parts: Vec<_> = std::iter::once(field.value.value).chain(children).collect();
        let value = parts.join(" ").trim().to_owned();
        (!value.is_empty()).then(|| Spanned::new(value, field.value.span))
    }

    /// The only block; more are faults, and so is none.
    pub fn block(&mut self, notes: &mut Notes<'_>) -> Option<Spanned<Text>> {
        let mut blocks = std::mem::take(&mut self.pieces)
            .into_iter()
            .filter_map(|piece| match piece {
                Piece::Block(block) => Some(block),
                Piece::Marker(..) => None,
            });
        let first = blocks.next();
        if first.is_none() {
            notes.add(rules::block_missing(self.heading.clone(), self.verb));
        }
        for extra in blocks {
            notes.add(rules::block_extra(extra.span, self.verb));
        }
        first
    }

    /// For actions that have no block at all.
    pub fn refuse_blocks(&mut self, notes: &mut Notes<'_>) {
        for piece in self.pieces.drain(..) {
            if let Piece::Block(block) = piece {
                notes.add(rules::block_extra(block.span, self.verb));
            }
        }
    }

    pub fn extras(self, notes: &mut Notes<'_>) -> Vec<Field> {
        self.fields.rest(known(self.verb), notes)
    }
}

/// An entry without the marker that follows it on the next line: Markdown takes both for one paragraph.
fn before_marker(item: &Item, notes: &Notes<'_>) -> (Item, Option<Range<usize>>) {
    let text = notes.text(&item.text);
    let Some((before, last)) = text.rsplit_once('\n') else {
        return (item.clone(), None);
    };
    if heading::marker(last).is_none() {
        return (item.clone(), None);
    }
    let start = item.text.end - last.trim_start().len();
    let shorter = Item {
        depth: item.depth,
        text: item.text.start..item.text.start + before.trim_end().len(),
    };
    (shorter, Some(start..item.text.end))
}

fn text(fence: &Fence, span: &Range<usize>, notes: &Notes<'_>) -> Spanned<Text> {
    let block = Text::new(
        notes.text(&fence.info),
        fence.text(notes.source).to_owned(),
        fence.content.clone(),
    );
    Spanned::new(block, span.clone())
}
