//! `RESEARCH`: one query per block, as written.

use model::proposal::Research;

use super::body::{Body, Piece};
use super::names::DESCRIPTION;
use crate::teddy::notes::Notes;
use crate::teddy::rules;

pub(super) fn read(mut body: Body, notes: &mut Notes<'_>) -> Option<Research> {
    let description = body.recommend(&DESCRIPTION, notes);
    let mut queries = Vec::new();
    let mut has_block = false;
    for piece in std::mem::take(&mut body.pieces) {
        has_block |= matches!(piece, Piece::Block(_));
        match piece {
            Piece::Block(block) if block.value.text().trim().is_empty() => {
                notes.add(rules::query_empty(block.span));
            }
            Piece::Block(block) => queries.push(block),
            Piece::Marker(..) => {}
        }
    }
    let heading = body.heading.clone();
    let verb = body.verb;
    let extras = body.extras(notes);
    if !has_block {
        notes.add(rules::block_missing(heading, verb));
    }
    if queries.is_empty() {
        return None;
    }
    Some(Research {
        description,
        queries,
        extras,
    })
}
