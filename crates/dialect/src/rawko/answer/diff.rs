//! The answer of `plan diff`.

use serde::Serialize;
use serde_json::Value;

use crate::native::json::pretty;
use crate::native::page::Page;
use crate::native::style::{BAD, BOLD, DIM, GOOD, WARNING, paint};
use crate::native::visible::visible;
use crate::native::width::clip;
use crate::rawko::diff::{FieldChange, PlanDiff, StepPair};
use crate::rawko::shape::StepShape;
use crate::rawko::sheet::{PlanSheet, StepSheet};

#[derive(Serialize)]
pub(super) struct DiffShape<'a> {
    from: VersionShape<'a>,
    to: VersionShape<'a>,
    kept: Vec<PairShape<'a>>,
    changed: Vec<ChangedShape<'a>>,
    added: Vec<StepShape<'a>>,
    dropped: Vec<StepShape<'a>>,
}

#[derive(Serialize)]
struct VersionShape<'a> {
    id: &'a str,
    version: u32,
}

#[derive(Serialize)]
struct PairShape<'a> {
    from: u32,
    to: u32,
    description: &'a str,
}

#[derive(Serialize)]
struct ChangedShape<'a> {
    #[serde(flatten)]
    pair: PairShape<'a>,
    fields: Vec<FieldShape<'a>>,
}

#[derive(Serialize)]
struct FieldShape<'a> {
    field: &'a str,
    old: &'a Value,
    new: &'a Value,
}

pub fn diff_json(diff: &PlanDiff<'_>) -> String {
    pretty(&DiffShape::from(diff))
}

pub fn diff_text(diff: &PlanDiff<'_>, columns: usize) -> String {
    let mut page = Page::default();
    let name = |plan: &PlanSheet| format!("{} (version {})", plan.id, plan.version);
    page.line(format!(
        "{} → {}",
        paint(BOLD, name(diff.old)),
        paint(BOLD, name(diff.new))
    ));
    page.gap();
    lines(&mut page, diff, columns);
    page.gap();
    page.line(tally(diff));
    page.finish()
}

/// What became of every step, in the order of the new version, and then what is gone.
pub(super) fn lines(page: &mut Page, diff: &PlanDiff<'_>, columns: usize) {
    let mut shown: Vec<(u32, Vec<String>)> = Vec::new();
    for pair in &diff.kept {
        let moved = format!("= {}", place(*pair));
        shown.push((pair.new.index, vec![paint(DIM, described(&moved, pair.new, columns))]));
    }
    for (pair, changes) in &diff.changed {
        let head = paint(WARNING, described(&format!("~ {}", place(*pair)), pair.new, columns));
        let fields = changes.iter().map(|change| format!("      {}", field(change, columns)));
        shown.push((pair.new.index, std::iter::once(head).chain(fields).collect()));
    }
    for step in &diff.added {
        let head = described(&format!("+ {}", step.index), step, columns);
        shown.push((step.index, vec![paint(GOOD, head)]));
    }
    shown.sort_by_key(|(index, _)| *index);
    for line in shown.into_iter().flat_map(|(_, lines)| lines) {
        page.line(line);
    }
    for step in &diff.dropped {
        page.line(paint(BAD, described(&format!("- {}", step.index), step, columns)));
    }
}

/// `2 kept, 1 changed, 1 added, 0 dropped`
pub(super) fn tally(diff: &PlanDiff<'_>) -> String {
    format!(
        "{} kept, {} changed, {} added, {} dropped",
        diff.kept.len(),
        diff.changed.len(),
        diff.added.len(),
        diff.dropped.len()
    )
}

fn place(pair: StepPair<'_>) -> String {
    match pair.old.index == pair.new.index {
        true => pair.new.index.to_string(),
        false => format!("{} → {}", pair.old.index, pair.new.index),
    }
}

fn described(mark: &str, step: &StepSheet, columns: usize) -> String {
    clip(&format!("{mark:<8}{}", visible(&step.description)), columns.max(20)).into_owned()
}

/// `status: failed → pending`
fn field(change: &FieldChange, columns: usize) -> String {
    let room = (columns / 3).max(16);
    let shown = |value: &Value| {
        let text = match value {
            Value::Null => "nothing".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        clip(&visible(&text), room).into_owned()
    };
    format!("{}: {} → {}", change.field, shown(&change.old), shown(&change.new))
}

impl<'a> From<&'a PlanDiff<'a>> for DiffShape<'a> {
    fn from(diff: &'a PlanDiff<'a>) -> Self {
        let version = |plan: &'a PlanSheet| VersionShape {
            id: plan.id.as_str(),
            version: plan.version,
        };
        let steps = |steps: &[&'a StepSheet]| steps.iter().map(|step| StepShape::from(*step)).collect();
        Self {
            from: version(diff.old),
            to: version(diff.new),
            kept: diff.kept.iter().map(|pair| PairShape::from(*pair)).collect(),
            changed: diff.changed.iter().map(ChangedShape::from).collect(),
            added: steps(&diff.added),
            dropped: steps(&diff.dropped),
        }
    }
}

impl<'a> From<StepPair<'a>> for PairShape<'a> {
    fn from(pair: StepPair<'a>) -> Self {
        Self {
            from: pair.old.index,
            to: pair.new.index,
            description: &pair.new.description,
        }
    }
}

impl<'a> From<&'a (StepPair<'a>, Vec<FieldChange>)> for ChangedShape<'a> {
    fn from((pair, changes): &'a (StepPair<'a>, Vec<FieldChange>)) -> Self {
        let field = |change: &'a FieldChange| FieldShape {
            field: &change.field,
            old: &change.old,
            new: &change.new,
        };
        Self {
            pair: PairShape::from(*pair),
            fields: changes.iter().map(field).collect(),
        }
    }
}
