//! Steps that a person hands in: `plan create --from`, `--steps` and `replan --from`, as YAML or JSON.
//!
//! They are the drafts that planners answer with, read without their leniency: whoever writes a file wants every word of
//! it to count.

use model::Diagnostic;

use super::circle::circles;
use super::document::{Document, Form};
use super::rules::{DEPENDENCY, VALUE};
use crate::answers::rawko::{DraftParts, PlanDraft, ReplanDraft, read_parts};
use crate::answers::step::{AUTHORED, StepDraft, StepLink, steps};
use crate::data::{Collector, Field, Node, PathStep, Value};

const PLAN: [&str; 3] = ["steps", "metadata", "reasoning"];
const REPLAN: [&str; 4] = ["steps", "replaces", "changes", "reasoning"];

/// A new plan: `steps`, and perhaps `metadata` and `reasoning`; or a list of steps alone.
pub fn read_plan_input(file: &str, text: &str) -> (Option<PlanDraft>, Vec<Diagnostic>) {
    let (parts, diagnostics) = read(file, text, &PLAN, false);
    (parts.map(PlanDraft::from), diagnostics)
}

/// What takes the place of the failed steps: `steps`, and perhaps `replaces`, `changes` and `reasoning`; or a list of steps alone.
pub fn read_replan_input(file: &str, text: &str) -> (Option<ReplanDraft>, Vec<Diagnostic>) {
    let (parts, diagnostics) = read(file, text, &REPLAN, true);
    (parts.map(ReplanDraft::from), diagnostics)
}

/// A step of a replan depends on an old step that does not exist.
pub fn unknown_kept_step(index: u32, count: usize) -> Diagnostic {
    Diagnostic::error(DEPENDENCY, format!("there is no step {index}; the plan has {count}."))
        .with_hint("Name a step that stays as \"old:N\", as it was shown.")
}

/// `has_old` says whether the steps can depend on steps of an old plan.
fn read(file: &str, text: &str, allowed: &[&'static str], has_old: bool) -> (Option<DraftParts>, Vec<Diagnostic>) {
    let document = Document::open(Form::FieldsOrList, file, text);
    let mut log = document.log();
    let Some(root) = document.root() else {
        return document.finish(None, log);
    };
    let (top, mut parts) = (Field::top(root), DraftParts::default());
    let base: &[PathStep] = match root.value {
        Value::List(_) => {
            parts.steps = steps(&top, &AUTHORED, &mut log);
            &[]
        }
        _ => {
            read_parts(&top, allowed, &AUTHORED, &mut parts, &mut log);
            &[PathStep::Key("steps")]
        }
    };
    check(&parts.steps, root, base, has_old, &mut log);
    document.finish(Some(parts), log)
}

fn check(steps: &[StepDraft], root: &Node, base: &[PathStep], has_old: bool, log: &mut Collector<'_>) {
    if steps.is_empty() && log.is_empty() {
        let hint = "Give at least one step, such as `- description: Write the store`.";
        let fault = Diagnostic::error(VALUE, "There are no steps.").with_hint(hint);
        log.note_below(root, base, fault);
    }
    let links = |index: usize| [base, &[PathStep::Item(index), PathStep::Key("dependsOn")]].concat();
    for (index, step) in steps.iter().enumerate() {
        let is_old = |link: &StepLink| matches!(link, StepLink::Old(_));
        if !has_old && step.depends_on.iter().any(is_old) {
            let message = format!("Step {index} depends on a step of an old plan, but there is none.");
            let hint = "Name steps by their position in this list, counted from 0.";
            let fault = Diagnostic::error(DEPENDENCY, message).with_hint(hint);
            log.note_below(root, &links(index), fault);
        }
    }
    let new = |link: &StepLink| match link {
        StepLink::New(position) => Some(*position),
        StepLink::Old(_) => None,
    };
    let after = steps
        .iter()
        .map(|step| step.depends_on.iter().filter_map(new).collect());
    for (first, fault) in circles(after) {
        log.note_below(root, &links(first as usize), fault);
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
