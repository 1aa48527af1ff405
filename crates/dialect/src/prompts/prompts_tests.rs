//! What our prompts show as an example, our readers and gates must take.

use model::{Change, Kind, TaskNumber, ThreadId};

use crate::answers::read_suggestions;
use crate::answers::{read_choice, read_decomposition, read_judgment, read_plan_draft, read_replan_draft};
use crate::planloop::PayloadOrigin;
use crate::planloop::examples_tests::expect_passes;

const FOLDERS: [&str; 2] = ["src", "tests"];
const FILES: [&str; 2] = ["spec.md", "src/main.py"];

fn example(file: &'static str) -> &'static str {
    let blocks: Vec<_> = file.split("```json\n").skip(1).collect();
    assert_eq!(blocks.len(), 1);
    blocks[0].split("```").next().unwrap()
}

#[test]
fn examples_of_tasks_pass_the_gates() {
    for ((tasks, places), faults) in [
        read_decomposition(example(include_str!("decompose.md")), TaskNumber(2)),
        read_suggestions(example(include_str!("suggest.md")), TaskNumber(2)),
    ] {
        assert_eq!(faults, []);
        let (mut change, mut origin) = (Change::empty(ThreadId::PRIMARY), PayloadOrigin::default());
        (change.add, origin.add) = (tasks, places);
        expect_passes(&change, &origin, &FOLDERS, &FILES);
    }
}

#[test]
fn other_examples_are_read() {
    let (judgment, faults) = read_judgment(example(include_str!("judge.md")));
    assert!(judgment.is_some_and(|judgment| !judgment.is_approved));
    assert_eq!(faults, []);
    assert_eq!(read_plan_draft(example(include_str!("rawko_create.md"))).1, []);
    assert_eq!(read_replan_draft(example(include_str!("rawko_replan.md"))).1, []);
    let (choice, faults) = read_choice(example(include_str!("rawko_arbiter.md")), &["developer"]);
    assert_eq!(choice.as_deref(), Some("developer"));
    assert_eq!(faults, []);
}

#[test]
fn schemas_say_what_the_readers_take() {
    let schema = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let mut keys: Vec<_> = value["properties"].as_object().unwrap().keys().cloned().collect();
        keys.sort_unstable();
        let required = value["required"].as_array().unwrap();
        let mut required: Vec<_> = required.iter().map(|key| key.as_str().unwrap().to_owned()).collect();
        required.sort_unstable();
        assert_eq!(keys, required);
        assert_eq!(value["additionalProperties"], false);
        keys
    };
    let tasks = schema(super::decompose::SCHEMA);
    assert_eq!(keys(&tasks), ["tasks"]);
    let task = &tasks["properties"]["tasks"]["items"];
    let fields = ["context_hints", "dependencies", "relevant_file_paths", "title", "type"];
    assert_eq!(keys(task), fields);
    let kinds: Vec<_> = task["properties"]["type"]["enum"].as_array().unwrap().iter().collect();
    assert_eq!(kinds, Kind::ALL.map(Kind::word).to_vec());
    assert_eq!(keys(&schema(super::judge::SCHEMA)), ["feedback", "is_approved"]);
    assert_eq!(super::suggest::SCHEMA, super::decompose::SCHEMA);
}
