//! An edited plan file, applied to a plan that may have changed since the file was written.

use model::Diagnostic;
use serde_json::Value;

use super::diff::{FieldChange, step_changes};
use super::document::located;
use super::paths::{id_of_path, plan_path};
use super::plan_file::STEP;
use super::rules::CONTRADICTION;
use super::shape::PlanShape;
use super::sheet::{PlanSheet, StepSheet};
use crate::data::PathStep::{self, Item, Key};

/// Longer values are cut in messages.
const SHOWN_CHARS: usize = 80;

/// Applies to `now` whatever `file` changes of `base`, the text that its author had. Without `base`, the whole file
/// counts. `text` is the file's. Returns a diagnostic for every part that both changed.
pub fn merge_plan(
    path: &str,
    text: &str,
    base: Option<&PlanSheet>,
    file: PlanSheet,
    now: &PlanSheet,
) -> Result<PlanSheet, Vec<Diagnostic>> {
    let mut conflicts = Conflicts::default();
    conflicts.check_name(path, &file);
    conflicts.check_version(path, &file, now);
    let changed_since = base.filter(|base| conflicts.0.is_empty() && *base != now);
    let merged = match changed_since {
        Some(base) => conflicts.merge(path, base, &file, now),
        None => file,
    };
    conflicts.or(merged, path, text)
}

/// A plan file is named after the plan that it holds.
pub fn check_plan_name(path: &str, text: &str, file: &PlanSheet) -> Result<(), Vec<Diagnostic>> {
    let mut conflicts = Conflicts::default();
    conflicts.check_name(path, file);
    conflicts.or((), path, text)
}

/// Contradictions between a file and the plan, each with its place in the file.
#[derive(Default)]
struct Conflicts(Vec<(Vec<PathStep>, Diagnostic)>);

impl Conflicts {
    fn note(&mut self, place: &[PathStep], message: String, hint: String) {
        let fault = Diagnostic::error(CONTRADICTION, message).with_hint(hint);
        self.0.push((place.to_vec(), fault));
    }

    fn or<T>(self, value: T, path: &str, text: &str) -> Result<T, Vec<Diagnostic>> {
        match self.0.is_empty() {
            true => Ok(value),
            false => Err(located(path, text, self.0)),
        }
    }

    fn check_name(&mut self, path: &str, file: &PlanSheet) {
        if id_of_path(path).as_ref() != Some(&file.id) {
            let message = format!("`id` is `{}`, which is not the name of the file.", file.id);
            let hint = format!("Correct `id`, or move the file to `{}`.", plan_path(&file.id));
            self.note(&[Key("id")], message, hint);
        }
    }

    fn check_version(&mut self, path: &str, file: &PlanSheet, now: &PlanSheet) {
        if file.version != now.version {
            let message = format!(
                "`version` is {} in the file, and the plan is at version {}.",
                file.version, now.version
            );
            let newest = plan_path(&now.id);
            let instead = match newest == path {
                true => "Correct `version`, or discard".to_owned(),
                false => format!("Change {newest} instead, and discard"),
            };
            let hint = format!("{instead} this edit: `rawko plan discard {path}`.");
            self.note(&[Key("version")], message, hint);
        }
    }

    /// The plan with what the file changed. Where the plan has changed, too, its value stays and a conflict is noted.
    fn merge(&mut self, path: &str, base: &PlanSheet, file: &PlanSheet, now: &PlanSheet) -> PlanSheet {
        let mut merged = now.clone();
        let mut both = |place: &[PathStep], what: &str, file: String, now: String| {
            let message = format!("{what} changed on both sides: {file} in the file, {now} in the plan.");
            let hint = format!(
                "Write the plan's values into the file (`rawko plan show --json`), or discard the edit: `rawko plan \
                 discard {path}`."
            );
            self.note(place, message, hint);
        };
        match pick(&base.task, &file.task, &now.task) {
            Some(task) => merged.task = task,
            None => both(&[Key("task")], "`task`", quoted(&file.task), quoted(&now.task)),
        }
        match pick(&base.created_by, &file.created_by, &now.created_by) {
            Some(author) => merged.created_by = author,
            None => {
                let (file, now) = (quoted(&file.created_by), quoted(&now.created_by));
                both(&[Key("createdBy")], "`createdBy`", file, now);
            }
        }
        match pick(&base.metadata, &file.metadata, &now.metadata) {
            Some(metadata) => merged.metadata = metadata,
            None => both(&[Key("metadata")], "`metadata`", metadata(file), metadata(now)),
        }
        match (
            known_and_added(&base.steps, &file.steps),
            known_and_added(&base.steps, &now.steps),
        ) {
            (Some((of_file, added_to_file)), Some((of_now, added_to_now)))
                if added_to_file.is_empty() || added_to_now.is_empty() =>
            {
                let known = base.steps.iter().zip(of_file).zip(of_now);
                for (((base, file), now), merged) in known.zip(&mut merged.steps) {
                    if let Some(step) = pick(base, file, now) {
                        *merged = step;
                        continue;
                    }
                    let changes = step_changes(base, file);
                    let what = format!("Step {}", base.index);
                    both(
                        &place(file.index, &changes),
                        &what,
                        shown(&changes),
                        shown(&step_changes(base, now)),
                    );
                }
                merged.steps.extend_from_slice(added_to_file);
            }
            _ if now.steps == base.steps => merged.steps.clone_from(&file.steps),
            _ if file.steps == base.steps => {}
            _ => {
                let (file, now) = (listed(&file.steps), listed(&now.steps));
                both(&[Key("steps")], "The list of steps", file, now);
            }
        }
        merged
    }
}

/// Where the file first changes a step.
fn place(index: u32, changes: &[FieldChange]) -> Vec<PathStep> {
    let is_first = |name: &&&str| changes.first().is_some_and(|change| change.field == **name);
    let field = STEP.iter().find(is_first).map(|name| Key(name));
    [Key("steps"), Item(index as usize)].into_iter().chain(field).collect()
}

/// The value that one side has set; `None` if both sides have set different values.
fn pick<T: Clone + PartialEq>(base: &T, file: &T, now: &T) -> Option<T> {
    match () {
        () if file == base => Some(now.clone()),
        () if now == base || file == now => Some(file.clone()),
        () => None,
    }
}

/// The steps of `base` and those behind them; `None` if the steps of `base` went, moved or depend on other steps.
fn known_and_added<'a>(base: &[StepSheet], steps: &'a [StepSheet]) -> Option<(&'a [StepSheet], &'a [StepSheet])> {
    let (known, added) = steps.split_at_checked(base.len())?;
    let is_same = |(base, step): (&StepSheet, &StepSheet)| base.depends_on == step.depends_on;
    base.iter().zip(known).all(is_same).then_some((known, added))
}

fn shown(changes: &[FieldChange]) -> String {
    let change = |change: &FieldChange| match &change.new {
        Value::String(text) => format!("{} {}", change.field, quoted(text)),
        other => format!("{} {}", change.field, quoted(other)),
    };
    changes.iter().map(change).collect::<Vec<_>>().join(", ")
}

fn metadata(plan: &PlanSheet) -> String {
    let shape = serde_json::to_value(PlanShape::from(plan)).unwrap_or_default();
    quoted(&shape["metadata"])
}

fn listed(steps: &[StepSheet]) -> String {
    let steps: Vec<&str> = steps.iter().map(|step| step.description.as_str()).collect();
    quoted(&steps.join(", "))
}

fn quoted(value: &(impl ToString + ?Sized)) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

#[cfg(test)]
mod tests {
    use model::Standing;

    use super::*;
    use crate::rawko::plan_file::write_plan;
    use crate::rawko::testing::plan;

    const PATH: &str = ".rawko/plans/plan-x.yaml";

    fn sheet(descriptions: &[&str]) -> PlanSheet {
        let steps = (0..).zip(descriptions);
        PlanSheet {
            id: model::PlanId::new("plan-x").unwrap(),
            ..plan(steps.map(|(index, text)| StepSheet::new(index, *text)).collect())
        }
    }

    fn merged(base: &PlanSheet, file: PlanSheet, now: &PlanSheet) -> Result<Vec<String>, String> {
        let steps = |plan: PlanSheet| plan.steps.into_iter().map(|step| step.description).collect();
        let shown = |fault: &Diagnostic| {
            let (line, column) = fault.place.line_column.unwrap();
            format!("{line}:{column}: {}", fault.message)
        };
        let merged = merge_plan(PATH, &write_plan(&file), Some(base), file, now);
        let faults = |faults: Vec<Diagnostic>| faults.iter().map(shown).collect::<Vec<_>>().join("\n");
        merged.map(steps).map_err(faults)
    }

    #[test]
    fn changes_of_different_steps_are_both_kept() {
        let base = sheet(&["a", "b"]);
        let mut now = sheet(&["a", "b", "later"]);
        now.steps[0].status = Standing::Done;
        assert_eq!(merged(&base, sheet(&["a", "b!"]), &now).unwrap(), ["a", "b!", "later"]);
        let both = merge_plan(PATH, "", Some(&base), sheet(&["a", "b!"]), &now).unwrap();
        assert_eq!(both.steps[0].status, Standing::Done);
        let mut tagged = sheet(&["a", "b"]);
        tagged.metadata.tags = vec!["notes".into()];
        let both = merge_plan(PATH, "", Some(&base), tagged, &now).unwrap();
        assert_eq!(both.metadata.tags, ["notes"]);
    }

    #[test]
    fn added_steps_are_kept_from_either_side() {
        let base = sheet(&["a", "b"]);
        let mut now = base.clone();
        now.steps[0].status = Standing::Done;
        assert_eq!(
            merged(&base, sheet(&["a", "b", "new"]), &now).unwrap(),
            ["a", "b", "new"]
        );
        let now = sheet(&["a", "b", "other"]);
        assert_eq!(merged(&base, sheet(&["a!", "b"]), &now).unwrap(), ["a!", "b", "other"]);
    }

    #[test]
    fn a_step_that_both_changed_is_a_fault_that_names_both_values() {
        let (base, mut now) = (sheet(&["a", "b"]), sheet(&["a", "b"]));
        now.steps[0].status = Standing::Done;
        now.task = "Now".into();
        let mut file = sheet(&["a!", "b"]);
        file.task = "File".into();
        assert_eq!(
            merged(&base, file, &now).unwrap_err(),
            "2:7: `task` changed on both sides: `File` in the file, `Now` in the plan.\n11:18: Step 0 changed on both \
             sides: description `a!` in the file, status `complete` in the plan."
        );
    }

    #[test]
    fn a_list_that_both_changed_is_a_fault_that_names_both_lists() {
        let base = sheet(&["a", "b"]);
        let both = merged(&base, sheet(&["b"]), &sheet(&["a", "b", "c"]));
        assert_eq!(
            both.unwrap_err(),
            "10:3: The list of steps changed on both sides: `b` in the file, `a, b, c` in the plan."
        );
        assert!(merged(&base, sheet(&["a", "b", "c"]), &sheet(&["a", "b", "d"])).is_err());
    }

    #[test]
    fn id_and_version_are_not_changed_by_an_edit() {
        let now = sheet(&["a"]);
        let file = PlanSheet {
            id: model::PlanId::new("plan-y").unwrap(),
            version: 2,
            ..now.clone()
        };
        assert_eq!(
            merged(&now, file, &now).unwrap_err(),
            "1:5: `id` is `plan-y`, which is not the name of the file.\n4:10: `version` is 2 in the file, and the plan \
             is at version 1."
        );
        assert_eq!(merge_plan(PATH, "", None, now.clone(), &now), Ok(now));
    }
}
