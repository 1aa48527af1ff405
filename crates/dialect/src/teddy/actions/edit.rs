//! `EDIT`: pairs of what to find and what to put in its place.

use std::ops::Range;

use model::proposal::{Edit, Pair};
use model::{Block, RelPath, Spanned};

use super::body::{Body, Piece};
use super::names::{DESCRIPTION, FILE_PATH};
use crate::teddy::heading::Marker;
use crate::teddy::notes::Notes;
use crate::teddy::{rules, target};

pub(super) fn read(mut body: Body, notes: &mut Notes<'_>) -> Result<Edit, Option<RelPath>> {
    let path = body.require(&FILE_PATH, notes);
    let path = path.and_then(|value| target::file(&value, notes));
    let description = body.recommend(&DESCRIPTION, notes);
    let pieces = std::mem::take(&mut body.pieces);
    let pairs = match pieces.is_empty() {
        true => {
            notes.add(rules::block_missing(body.heading.clone(), body.verb));
            None
        }
        false => pairs(pieces, notes),
    };
    let extras = body.extras(notes);
    match (path, pairs) {
        (Some(path), Some(pairs)) => Ok(Edit {
            path,
            description,
            pairs,
            extras,
        }),
        (path, _) => Err(path.map(|path| path.value)),
    }
}

/// All pairs, or `None` if any part of one is missing.
fn pairs(pieces: Vec<Piece>, notes: &mut Notes<'_>) -> Option<Vec<Pair>> {
    let mut pairing = Pairing {
        marker: None,
        find: None,
        pairs: Vec::new(),
        is_whole: true,
    };
    for piece in pieces {
        match piece {
            Piece::Marker(marker, span) => pairing.mark(marker, span, notes),
            Piece::Block(block) => pairing.put(block, notes),
        }
    }
    pairing.finish(notes)
}

struct Pairing {
    /// The last marker, as long as no block follows it.
    marker: Option<(Marker, Range<usize>)>,
    find: Option<Spanned<Block>>,
    pairs: Vec<Pair>,
    is_whole: bool,
}

impl Pairing {
    fn mark(&mut self, marker: Marker, span: Range<usize>, notes: &mut Notes<'_>) {
        self.forget_marker(notes);
        if marker == Marker::Find {
            self.forget_find(notes);
        }
        self.marker = Some((marker, span));
    }

    fn put(&mut self, block: Spanned<Block>, notes: &mut Notes<'_>) {
        match self.marker.take() {
            Some((Marker::Find, _)) => {
                if block.value.bare().is_empty() {
                    self.is_whole = false;
                    notes.add(rules::find_empty(block.span.clone()));
                }
                self.find = Some(block);
            }
            Some((Marker::Replace, span)) => match self.find.take() {
                Some(find) => self.pairs.push(Pair { find, replace: block }),
                None => self.fail(rules::edit_pair_without_find(span), notes),
            },
            None => self.fail(rules::edit_pair_without_marker(block.span), notes),
        }
    }

    fn finish(mut self, notes: &mut Notes<'_>) -> Option<Vec<Pair>> {
        self.forget_marker(notes);
        self.forget_find(notes);
        (self.is_whole && !self.pairs.is_empty()).then_some(self.pairs)
    }

    fn forget_marker(&mut self, notes: &mut Notes<'_>) {
        if let Some((marker, span)) = self.marker.take() {
            self.fail(rules::edit_pair_without_block(span, marker), notes);
        }
    }

    fn forget_find(&mut self, notes: &mut Notes<'_>) {
        if let Some(find) = self.find.take() {
            self.fail(rules::edit_pair_without_replace(find.span), notes);
        }
    }

    fn fail(&mut self, fault: model::Diagnostic, notes: &mut Notes<'_>) {
        self.is_whole = false;
        notes.add(fault);
    }
}
