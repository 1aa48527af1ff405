//! Steps that a person hands in: `plan create --from`, `--steps` and `replan --from`, as YAML or JSON.
//!
//! They are the drafts that planners answer with, read without their leniency: whoever writes a file wants every word of
//! it to count.

use std::collections::BTreeMap;

use model::{Diagnostic, GraphFault, Rule, TaskGraph, TaskNumber};

use super::document::{Document, FAULTS_MAX, Form};
use super::rules::{CYCLE, DEPENDENCY, VALUE};
use crate::answers::rawko::{self, PlanDraft, ReplanDraft};
use crate::answers::step::{self, AUTHORED, StepDraft, StepLink};
use crate::planloop::faults::Faults;
use crate::planloop::payload::fields;
use crate::planloop::payload::tree::Json;
use crate::planloop::payload::way::Way;

const PLAN: [&str; 3] = ["steps", "metadata", "reasoning"];
const REPLAN: [&str; 4] = ["steps", "replaces", "changes", "reasoning"];

/// A new plan: `steps`, and perhaps `metadata` and `reasoning`; or a list of steps alone.
pub fn read_plan_input(file: &str, text: &str) -> (Option<PlanDraft>, Vec<Diagnostic>) {
    let document = Document::open_as(Form::FieldsOrList, file, text);
    let (mut faults, mut draft) = (Faults::at_most(FAULTS_MAX), PlanDraft::default());
    let Some(json) = document.fields() else {
        return document.finish(None, faults);
    };
    let base = each_field(json, &PLAN, &mut faults, |field, value, way, faults| match field {
        "steps" => draft.steps = step::steps(value, way, &AUTHORED, faults),
        "metadata" => draft.metadata = rawko::metadata(value, way, faults),
        _ => draft.reasoning = step::sentences(value, way, faults),
    });
    check(&draft.steps, base, false, &mut faults);
    document.finish(Some(draft), faults)
}

/// What takes the place of the failed steps: `steps`, and perhaps `replaces`, `changes` and `reasoning`; or a list of steps alone.
pub fn read_replan_input(file: &str, text: &str) -> (Option<ReplanDraft>, Vec<Diagnostic>) {
    let document = Document::open_as(Form::FieldsOrList, file, text);
    let (mut faults, mut draft) = (Faults::at_most(FAULTS_MAX), ReplanDraft::default());
    let Some(json) = document.fields() else {
        return document.finish(None, faults);
    };
    let base = each_field(json, &REPLAN, &mut faults, |field, value, way, faults| match field {
        "steps" => draft.steps = step::steps(value, way, &AUTHORED, faults),
        "replaces" => draft.replaces = indexes(value, way, faults),
        "changes" => draft.changes = step::sentences(value, way, faults),
        _ => draft.reasoning = step::sentences(value, way, faults),
    });
    check(&draft.steps, base, true, &mut faults);
    document.finish(Some(draft), faults)
}

fn indexes(json: Json, way: &Way<'_>, faults: &mut Faults) -> Option<Vec<u32>> {
    fields::list(json, way, "a list of step indexes", faults, |item, way, faults| {
        let index = fields::whole(&item, way, faults)?;
        let read = u32::try_from(index).ok();
        if read.is_none() {
            let hint = "Name steps of the plan by their index, counted from 0.".to_owned();
            faults.bad_value(way, format!("`{way}` is no step: {index}."), hint);
        }
        read
    })
}

/// Reads every field, and says where the steps stand: a bare list is the value of `steps`.
fn each_field(
    json: Json,
    allowed: &[&'static str],
    faults: &mut Faults,
    mut read: impl FnMut(&'static str, Json, &Way<'_>, &mut Faults),
) -> &'static str {
    let steps = allowed[0];
    if let list @ Json::List(_) = json {
        read(steps, list, &Way::Top, faults);
        return "";
    }
    for (field, value) in fields::object(json, &Way::Top, allowed, faults) {
        read(field, value, &Way::Top.field(field), faults);
    }
    steps
}

fn check(steps: &[StepDraft], base: &str, has_old: bool, faults: &mut Faults) {
    if steps.is_empty() && faults.is_empty() {
        let hint = "Give at least one step, such as `- description: Write the store`.";
        faults.note(|| fault(VALUE, "There are no steps.".to_owned(), base.to_owned(), hint));
    }
    for (index, step) in steps.iter().enumerate() {
        step::check_words(step, &format!("{base}[{index}]"), faults);
        let is_old = |link: &StepLink| matches!(link, StepLink::Old(_));
        if !has_old && step.depends_on.iter().any(is_old) {
            let message = format!("Step {index} depends on a step of an old plan, but there is none.");
            let way = format!("{base}[{index}].dependsOn");
            let hint = "Name steps by their position in this list, counted from 0.";
            faults.note(|| fault(DEPENDENCY, message, way, hint));
        }
    }
    check_circles(steps, base, faults);
}

fn check_circles(steps: &[StepDraft], base: &str, faults: &mut Faults) {
    let number = |position: u32| TaskNumber(position);
    let links = |step: &StepDraft, own: u32| {
        let links = step.depends_on.iter().filter_map(|link| match link {
            StepLink::New(position) => Some(*position),
            StepLink::Old(_) => None,
        });
        let links = links.filter(|position| (*position as usize) < steps.len() && *position != own);
        links.map(number).collect::<Vec<_>>()
    };
    let after: BTreeMap<_, _> = (0..)
        .zip(steps)
        .map(|(own, step)| (number(own), links(step, own)))
        .collect();
    for graph_fault in TaskGraph::build(&after).err().into_iter().flatten() {
        let GraphFault::Cycle(circle) = graph_fault else {
            continue;
        };
        let first = circle.first().map_or(0, |number| number.0);
        faults.note(|| {
            let message = format!(
                "Steps wait for each other in a circle: {}.",
                super::circle::drawn(&circle)
            );
            let way = format!("{base}[{first}].dependsOn");
            fault(
                CYCLE,
                message,
                way,
                "Take one of them out of the `dependsOn` of another.",
            )
        });
    }
}

fn fault(rule: &'static Rule, message: String, way: String, hint: &str) -> Diagnostic {
    Diagnostic::error(rule, message).at_path(way).with_hint(hint)
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
