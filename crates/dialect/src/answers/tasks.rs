//! Tasks that a model proposes: the decomposition of a goal, or suggestions, each with its places in the answer.

use std::collections::BTreeMap;

use model::{Diagnostic, NewTask, TaskNumber, TaskRef};

use super::json::{Top, read_answer};
use crate::data::{Collector, Field, Value};
use crate::planloop::payload::{EMPTY, FieldPlaces, read};

type ProposedTasks = (Vec<NewTask>, Vec<FieldPlaces>);

const LISTS: [&str; 2] = ["tasks", "add_tasks"];
/// Models number their tasks, although the prompt does not ask for it.
const ID: &str = "id";

/// Reads the answer to the prompt `decompose`. The new tasks will be numbered from `first` on. Where the model gives ids
/// of its own, dependencies are led from them to these numbers.
///
/// A whole plan knows only its own tasks, so an id of the model's own goes before the number of a stored task.
pub fn read_decomposition(answer: &str, first: TaskNumber) -> (ProposedTasks, Vec<Diagnostic>) {
    read_tasks(answer, Numbering { first, stored_below: 0 })
}

/// How tasks are numbered, and up to where a number could mean a stored task just as well.
#[derive(Clone, Copy)]
struct Numbering {
    first: TaskNumber,
    stored_below: u32,
}

fn read_tasks(answer: &str, numbering: Numbering) -> (ProposedTasks, Vec<Diagnostic>) {
    read_answer(answer, is_wanted, |top, log| {
        let read = tasks(top, numbering, log);
        if read.0.is_empty() && log.is_empty() {
            log.empty(top, "The answer holds no tasks.", "List at least one task.");
        }
        read
    })
}

/// Reads the answer to the prompt `suggest`. To suggest nothing is fine.
pub fn read_suggestions(answer: &str, first: TaskNumber) -> (ProposedTasks, Vec<Diagnostic>) {
    let numbering = Numbering {
        first,
        stored_below: first.0,
    };
    let (tasks, mut diagnostics) = read_tasks(answer, numbering);
    diagnostics.retain(|fault| fault.rule != EMPTY);
    (tasks, diagnostics)
}

fn is_wanted(top: &Top<'_>) -> bool {
    match top {
        Top::Object(_) => top.is_object_with(&LISTS),
        Top::List(_) => top.has("title"),
    }
}

fn tasks(top: &Field<'_>, numbering: Numbering, log: &mut Collector<'_>) -> ProposedTasks {
    if !top.is_object() {
        return list(top, numbering, log);
    }
    let mut known = top.object(&LISTS, log);
    let Some((name, field)) = known.pop() else {
        return ProposedTasks::default();
    };
    if let Some((other, _)) = known.pop() {
        let message = format!("The answer has both `{other}` and `{name}`.");
        log.bad_value(&field, message, "Put all tasks into `tasks`.");
    }
    list(&field, numbering, log)
}

fn list(field: &Field<'_>, numbering: Numbering, log: &mut Collector<'_>) -> ProposedTasks {
    let (mut tasks, places) = read::tasks(field, &read::NUMBERED_TASK_FIELDS, log);
    let ids: Vec<_> = field
        .node
        .items()
        .iter()
        .map(|task| task.entry(ID).map(|(_, id)| &id.value))
        .collect();
    match numbers(&ids, numbering) {
        Ok(numbers) => lead(&mut tasks, &numbers),
        Err(what) => {
            let first = numbering.first;
            let hint = format!("Leave out `id`: the tasks get the numbers from {first} on, in their order.");
            log.bad_value(field, format!("The tasks cannot be told apart by `id`: {what}."), &hint);
        }
    }
    (tasks, places)
}

/// The number that each id stands for; empty where nothing has an id.
fn numbers(ids: &[Option<&Value>], numbering: Numbering) -> Result<BTreeMap<TaskRef, TaskRef>, &'static str> {
    let mut numbers = BTreeMap::new();
    if ids.iter().all(Option::is_none) {
        return Ok(numbers);
    }
    for (id, number) in ids.iter().zip(numbering.first.0..) {
        let Some(Value::Whole(id)) = id else {
            return Err("not every task has one that is a whole number");
        };
        let id = u32::try_from(*id).map_err(|_| "one is too large")?;
        // With such an id, a dependency could mean the stored task just as well.
        if id < numbering.stored_below {
            return Err("one is the number of a task that exists already");
        }
        let [id, number] = [id, number].map(|number| TaskRef::Number(TaskNumber(number)));
        if numbers.insert(id, number).is_some() {
            return Err("two are the same");
        }
    }
    Ok(numbers)
}

fn lead(tasks: &mut [NewTask], numbers: &BTreeMap<TaskRef, TaskRef>) {
    for dependency in tasks.iter_mut().flat_map(|task| &mut task.after) {
        if let Some(number) = numbers.get(dependency) {
            dependency.clone_from(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use model::Severity;
    use proptest::prelude::*;

    use super::*;

    fn read(answer: &str, first: u32) -> (ProposedTasks, Vec<Diagnostic>) {
        read_decomposition(answer, TaskNumber(first))
    }

    fn check(answer: &str, first: u32, expected: &[(&str, &[u32])]) {
        let ((tasks, _), diagnostics) = read(answer, first);
        let numbers =
            |task: &NewTask| -> Vec<u32> { task.after.iter().map(|after| after.number().unwrap().0).collect() };
        let found: Vec<_> = tasks
            .iter()
            .map(|task| (task.brief.title.as_str(), numbers(task)))
            .collect();
        let expected: Vec<_> = expected.iter().map(|(title, after)| (*title, after.to_vec())).collect();
        assert_eq!(found, expected, "{diagnostics:#?}");
        assert!(
            diagnostics.iter().all(|fault| fault.severity == Severity::Warning),
            "{diagnostics:#?}"
        );
    }

    #[test]
    fn every_wrapping_gives_the_same_tasks() {
        let list = r#"[{"title": "A", "type": "test"}, {"title": "B", "dependencies": [2]}]"#;
        let expected: &[(&str, &[u32])] = &[("A", &[]), ("B", &[2])];
        check(list, 2, expected);
        check(&format!("{{\"tasks\": {list}}}"), 2, expected);
        check(&format!("{{\"add_tasks\": {list}}}"), 2, expected);
        check(
            &format!("Here:\n```json\n{{\"reasoning\": \"x\", \"tasks\": {list},}}\n```\n"),
            2,
            expected,
        );
    }

    #[test]
    fn ids_of_the_model_become_ours() {
        let answer = r#"{"tasks": [{"id": 7, "title": "A"}, {"id": 9, "title": "B", "dependencies": [7, 1]}]}"#;
        check(answer, 2, &[("A", &[]), ("B", &[2, 1])]);
        let from_one = r#"{"tasks": [{"id": 1, "title": "A"}, {"id": 2, "title": "B", "dependencies": [1]}]}"#;
        check(from_one, 2, &[("A", &[]), ("B", &[2])]);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (answer, rule) in [
            ("", "answer-json"),
            ("[]", "answer-shape"),
            ("{\"steps\": []}", "answer-shape"),
            ("{\"tasks\": []}", "payload-empty"),
            ("{\"tasks\": {}}", "payload-type"),
            ("{\"tasks\": [{\"title\": 1}]}", "payload-type"),
            ("{\"tasks\": [{\"type\": \"epic\"}]}", "payload-value"),
            ("{\"tasks\": [], \"add_tasks\": [{}]}", "payload-value"),
            (
                "{\"tasks\": [{\"id\": 1, \"title\": \"A\"}, {\"id\": 1}]}",
                "payload-value",
            ),
            ("{\"tasks\": [{\"id\": 1, \"title\": \"A\"}, {}]}", "payload-value"),
        ] {
            let (_, faults) = read(answer, 1);
            assert!(faults.iter().any(|fault| fault.rule == rule), "{answer}\n{faults:#?}");
            assert!(faults.iter().any(|fault| fault.severity == Severity::Error), "{answer}");
        }
    }

    #[test]
    fn a_suggestion_does_not_take_the_number_of_a_stored_task() {
        let (_, faults) = read_suggestions("{\"tasks\": [{\"id\": 3, \"title\": \"A\"}]}", TaskNumber(4));
        assert!(
            faults.iter().any(|fault| fault.severity == Severity::Error),
            "{faults:#?}"
        );
    }

    #[test]
    fn nothing_may_be_suggested() {
        assert_eq!(read_suggestions("{\"tasks\": []}", TaskNumber(4)).1, []);
    }

    proptest! {
        #[test]
        fn any_answer_is_read(answer in "(\\{|\\}|\\[|\\]|,|:|\"tasks\"|\"title\"|\"id\"|\"dependencies\"|1|7| ){0,30}") {
            let _ = read(&answer, 3);
        }
    }
}
