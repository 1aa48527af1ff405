//! The answers of `plan diff` and `replan`: how each step changed from one version to the next.

use dialect::rawko::{FieldChange, PlanDiff, PlanShape, PlanSheet, StepPair, StepShape, StepSheet};
use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::rawko::Replanned;
use serde_json::{Value, json};

use super::commands;
use super::plan::heading;
use super::step::excerpt;
use crate::show::page::Page;
use crate::show::style::{BAD, BOLD, DIM, GOOD, WARNING, paint};
use crate::show::width::clip;

pub fn diff_json(diff: &PlanDiff<'_>) -> String {
    pretty(&diff_value(diff))
}

pub(super) fn diff_value(diff: &PlanDiff<'_>) -> Value {
    let version = |plan: &PlanSheet| json!({"id": plan.id.as_str(), "version": plan.version});
    let steps = |steps: &[&StepSheet]| -> Value { steps.iter().map(|step| json!(StepShape::from(*step))).collect() };
    let changed = |(pair, changes): &(StepPair<'_>, Vec<FieldChange>)| {
        let field = |change: &FieldChange| json!({"field": change.field, "old": change.old, "new": change.new});
        let mut value = pair_value(*pair);
        value["fields"] = changes.iter().map(field).collect();
        value
    };
    json!({
        "from": version(diff.old),
        "to": version(diff.new),
        "kept": diff.kept.iter().copied().map(pair_value).collect::<Value>(),
        "changed": diff.changed.iter().map(changed).collect::<Value>(),
        "added": steps(&diff.added),
        "dropped": steps(&diff.dropped),
    })
}

fn pair_value(pair: StepPair<'_>) -> Value {
    json!({"from": pair.old.index, "to": pair.new.index, "description": pair.new.description})
}

/// The document's `newPlan`, `changes` and `reasoning`, and how each step changed.
pub fn replan_json(replanned: &Replanned, diff: &PlanDiff<'_>, path: Option<&str>) -> String {
    pretty(&json!({
        "newPlan": PlanShape::from(diff.new),
        "changes": replanned.changes,
        "reasoning": replanned.reasoning,
        "path": path,
        "diff": diff_value(diff),
    }))
}

pub fn replan_text(replanned: &Replanned, diff: &PlanDiff<'_>, columns: usize) -> String {
    let (new, old) = (diff.new, diff.old);
    let mut page = Page::default();
    let made = format!("Version {} takes the place of version {}", new.version, old.version);
    page.line(format!("{} {made}: {}.", paint(GOOD, "✓"), tally(diff)));
    page.gap();
    heading(&mut page, new, columns);
    page.gap();
    lines(&mut page, diff, columns);
    page.section("What changed", excerpt(&replanned.changes));
    page.section("Why so", excerpt(&replanned.reasoning));
    page.gap();
    let next = commands::painted(commands::NEXT);
    page.line(format!("{next} says what comes next."));
    page.finish()
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

/// One line per step in the order of the new version, then the dropped steps.
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
