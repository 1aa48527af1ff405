//! `INVOKE` and `CONCLUDE`: another agent takes over.

use std::ops::Range;

use model::proposal::{Conclude, Invoke};
use model::{Resource, Spanned, Verb};

use super::message;
use super::names::{AGENT, HANDOFF_RESOURCES, known};
use crate::teddy::fields::{Fields, is_nothing, value};
use crate::teddy::groups::Group;
use crate::teddy::notes::Notes;
use crate::teddy::{rules, target};

pub(super) fn invoke(group: &Group, notes: &mut Notes<'_>) -> Option<Invoke> {
    let (mut fields, message) = message::read(Verb::Invoke, group, notes);
    let agent = fields
        .take(&AGENT, notes)
        .map(|field| Spanned::new(bare(&field.value.value), field.value.span));
    let agent = agent.filter(|agent| !agent.value.is_empty());
    if agent.is_none() {
        notes.add(rules::field_required(group.heading.clone(), Verb::Invoke, AGENT.name));
    }
    let resources = resources(&mut fields, notes);
    judge(Verb::Invoke, &message, &group.heading, notes);
    let extras = fields.rest(known(Verb::Invoke), notes);
    Some(Invoke {
        agent: agent?,
        resources: resources?,
        message,
        extras,
    })
}

pub(super) fn conclude(group: &Group, notes: &mut Notes<'_>) -> Option<Conclude> {
    let (mut fields, message) = message::read(Verb::Conclude, group, notes);
    let resources = resources(&mut fields, notes);
    judge(Verb::Conclude, &message, &group.heading, notes);
    let extras = fields.rest(known(Verb::Conclude), notes);
    Some(Conclude {
        resources: resources?,
        message,
        extras,
    })
}

/// `None` if one of them cannot be understood.
fn resources(fields: &mut Fields, notes: &mut Notes<'_>) -> Option<Vec<Spanned<Resource>>> {
    let Some(field) = fields.take(&HANDOFF_RESOURCES, notes) else {
        return Some(Vec::new());
    };
    let inline = Some(field.value).filter(|value| !is_nothing(&value.value));
    let entries = field
        .children
        .into_iter()
        .map(|child| Spanned::new(value(notes.text(&child)), child));
    let given = inline.into_iter().chain(entries);
    let given: Vec<_> = given.filter(|entry| !is_nothing(&entry.value)).collect();
    let read: Vec<_> = given.iter().map(|entry| target::resource(entry, notes)).collect();
    read.into_iter().collect()
}

fn judge(verb: Verb, message: &Spanned<String>, heading: &Range<usize>, notes: &mut Notes<'_>) {
    if message.value.is_empty() {
        notes.add(rules::field_recommended_message(heading.clone(), verb));
    }
}

/// The name without decoration.
fn bare(name: &str) -> String {
    name.trim_matches(|c: char| matches!(c, '`' | '*' | '"' | '@') || c.is_whitespace())
        .to_owned()
}
