//! Two versions of a plan, step by step: what was kept, changed, added and dropped.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::shape::StepShape;
use super::sheet::{PlanSheet, StepSheet};

#[derive(Debug, Clone, PartialEq)]
pub struct PlanDiff<'a> {
    pub old: &'a PlanSheet,
    pub new: &'a PlanSheet,
    /// The same in both but for their index, and for links to steps that are gone.
    pub kept: Vec<StepPair<'a>>,
    pub changed: Vec<(StepPair<'a>, Vec<FieldChange>)>,
    pub added: Vec<&'a StepSheet>,
    pub dropped: Vec<&'a StepSheet>,
}

/// One step in both versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepPair<'a> {
    pub old: &'a StepSheet,
    pub new: &'a StepSheet,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FieldChange {
    /// Under the name that the document gives it.
    pub field: String,
    /// Null where nothing was said.
    pub old: Value,
    pub new: Value,
}

/// Steps are the same if they say the same; of several that do, the first is the first.
pub fn diff<'a>(old: &'a PlanSheet, new: &'a PlanSheet) -> PlanDiff<'a> {
    let mut by_words: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for step in old.steps.iter().rev() {
        by_words.entry(&step.description).or_default().push(step.index);
    }
    let pairs = new.steps.iter().filter_map(|step| {
        let index = by_words.get_mut(step.description.as_str())?.pop()?;
        Some((index, step.index))
    });
    diff_by(old, new, &pairs.collect())
}

/// The same for somebody who knows which old step is which new one.
pub fn diff_by<'a>(old: &'a PlanSheet, new: &'a PlanSheet, pairs: &BTreeMap<u32, u32>) -> PlanDiff<'a> {
    let mut diff = PlanDiff {
        old,
        new,
        kept: Vec::new(),
        changed: Vec::new(),
        added: Vec::new(),
        dropped: Vec::new(),
    };
    let found: BTreeSet<_> = pairs.values().collect();
    for step in &old.steps {
        let there = pairs.get(&step.index).and_then(|index| new.steps.get(*index as usize));
        let Some(other) = there else {
            diff.dropped.push(step);
            continue;
        };
        let pair = StepPair { old: step, new: other };
        match changes(pair, pairs) {
            changes if changes.is_empty() => diff.kept.push(pair),
            changes => diff.changed.push((pair, changes)),
        }
    }
    diff.added = new.steps.iter().filter(|step| !found.contains(&step.index)).collect();
    diff
}

fn changes(pair: StepPair<'_>, pairs: &BTreeMap<u32, u32>) -> Vec<FieldChange> {
    // Links follow their steps, and go with them.
    let mut moved: Vec<u32> = pair
        .old
        .depends_on
        .iter()
        .filter_map(|link| pairs.get(link).copied())
        .collect();
    moved.sort_unstable();
    let moved = StepSheet {
        index: pair.new.index,
        depends_on: moved,
        ..pair.old.clone()
    };
    step_changes(&moved, pair.new)
}

/// The fields in which two steps differ.
pub(super) fn step_changes(old: &StepSheet, new: &StepSheet) -> Vec<FieldChange> {
    let (old, mut new) = (fields(old), fields(new));
    let mut changes = Vec::new();
    for (field, old) in old {
        let new = new.remove(&field).unwrap_or_default();
        if old != new {
            changes.push(FieldChange { field, old, new });
        }
    }
    changes.extend(new.into_iter().map(|(field, new)| FieldChange {
        field,
        old: Value::Null,
        new,
    }));
    changes
}

fn fields(step: &StepSheet) -> BTreeMap<String, Value> {
    match serde_json::to_value(StepShape::from(step)) {
        Ok(Value::Object(fields)) => fields.into_iter().collect(),
        _ => unreachable!("a step is an object of plain values"),
    }
}

#[cfg(test)]
mod tests {
    use model::Standing;
    use serde_json::json;

    use super::*;
    use crate::rawko::testing::{plan, step};

    use Standing::{Done, Failed, Todo};

    fn named(index: u32, name: &str, status: Standing, after: &[u32]) -> StepSheet {
        StepSheet {
            description: name.to_owned(),
            ..step(index, status, after)
        }
    }

    #[test]
    fn a_replan_keeps_what_is_finished_and_moves_its_links() {
        let old = plan(vec![
            named(0, "look", Done, &[]),
            named(1, "write", Failed, &[0]),
            named(2, "docs", Todo, &[0]),
            named(3, "test", Todo, &[1, 2]),
        ]);
        let new = plan(vec![
            named(0, "look", Done, &[]),
            named(1, "docs", Todo, &[0]),
            named(2, "make the folder", Todo, &[0]),
            named(3, "test", Todo, &[1, 2]),
        ]);
        let diff = diff(&old, &new);
        let indexes = |pairs: &[StepPair<'_>]| {
            pairs
                .iter()
                .map(|pair| (pair.old.index, pair.new.index))
                .collect::<Vec<_>>()
        };
        assert_eq!(indexes(&diff.kept), [(0, 0), (2, 1)]);
        assert_eq!(diff.dropped, [&old.steps[1]]);
        assert_eq!(diff.added, [&new.steps[2]]);
        let (pair, changes) = &diff.changed[0];
        assert_eq!((pair.old.index, pair.new.index), (3, 3));
        let expected = FieldChange {
            field: "dependsOn".to_owned(),
            old: json!([1]),
            new: json!([1, 2]),
        };
        assert_eq!(changes, &[expected]);
    }

    #[test]
    fn every_changed_field_is_named() {
        let old = plan(vec![named(0, "a", Todo, &[])]);
        let mut new = plan(vec![named(0, "a", Done, &[])]);
        new.steps[0].output = Some("x".to_owned());
        new.steps[0].affected_files = vec!["f".to_owned()];
        let diff = diff(&old, &new);
        let fields: Vec<_> = diff.changed[0].1.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(fields, ["status", "affectedFiles", "output"]);
        assert_eq!(diff.changed[0].1[0].old, json!("pending"));
    }

    #[test]
    fn equal_words_pair_in_order() {
        let old = plan(vec![named(0, "a", Done, &[]), named(1, "a", Todo, &[])]);
        let same = diff(&old, &old);
        assert_eq!((same.kept.len(), same.added.len(), same.dropped.len()), (2, 0, 0));
        let fewer = plan(vec![named(0, "a", Done, &[])]);
        let diff = diff(&old, &fewer);
        assert_eq!((diff.kept.len(), diff.dropped.len()), (1, 1));
    }

    #[test]
    fn whoever_knows_better_may_say_so() {
        let old = plan(vec![named(0, "a", Todo, &[])]);
        let new = plan(vec![named(0, "b", Todo, &[])]);
        let diff = diff_by(&old, &new, &BTreeMap::from([(0, 0)]));
        assert_eq!(diff.changed[0].1[0].field, "description");
        assert!(diff.added.is_empty() && diff.dropped.is_empty());
    }
}
