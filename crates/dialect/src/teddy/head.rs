//! The title, and the list below it.

use model::Spanned;
use model::proposal::Field;

use super::blocks::Kind;
use super::fields::{Fields, Known};
use super::groups::Group;
use super::notes::Notes;
use super::{prose, rules};

const EXPECTED: [Known; 3] = [
    Known {
        name: "Status",
        aliases: &[],
    },
    Known {
        name: "Plan Type",
        aliases: &["Type"],
    },
    Known {
        name: "Agent",
        aliases: &[],
    },
];

pub(super) fn read(group: &Group, notes: &mut Notes<'_>) -> (Spanned<String>, Vec<Field>) {
    let mut title = None;
    let mut fields = Fields::default();
    for block in &group.blocks {
        match &block.kind {
            Kind::Heading { level: 1, text } if title.is_none() => {
                title = Some(Spanned::new(notes.text(text).to_owned(), text.clone()));
            }
            Kind::Items(items) => {
                for stray in fields.read_items(items, &EXPECTED, notes) {
                    prose::outside(&stray, notes);
                }
            }
            Kind::Paragraph if fields.read_paragraph(&block.span, &EXPECTED, notes) => {}
            _ => prose::block_outside(block, notes),
        }
    }
    let at = group.blocks.first().map_or(group.end, |block| block.span.start);
    let title = title.unwrap_or(Spanned::new(String::new(), at..at));
    if title.value.is_empty() {
        notes.add(rules::title_missing(title.span.clone()));
    }
    let header = header(fields, &title, notes);
    (title, header)
}

/// All fields in their order; those that a header should have are only looked for.
fn header(fields: Fields, title: &Spanned<String>, notes: &mut Notes<'_>) -> Vec<Field> {
    if fields.is_empty() {
        notes.add(rules::header_missing(title.span.clone()));
        return Vec::new();
    }
    for known in &EXPECTED {
        if !fields.has(known) {
            notes.add(rules::header_field(title.span.clone(), known.name));
        }
    }
    fields.all(&EXPECTED, notes)
}
