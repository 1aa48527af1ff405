//! Repairing, reading and checking one after the other, as `execute` does.

use super::testing::{HEAD, RATIONALE, actions};
use super::{fence, read};

/// The rules that the text breaks, in order: first those of its fences, then those of the repaired text.
fn rules(source: &str) -> Vec<&'static str> {
    let repaired = fence::repair(source);
    let reading = read(&repaired.text);
    let faults = repaired.diagnostics.iter().chain(&reading.diagnostics);
    faults.map(|fault| fault.rule.name).collect()
}

const CREATE: &str = "### `CREATE`\n- **File Path:** [a.md](/a.md)\n- **Description:** Explain it.\n";
const NESTED: &str = "```markdown\nRun:\n```shell\nmake\n```\nDone.\n```\n";

fn created(source: &str) -> String {
    let repaired = fence::repair(source);
    let reading = read(&repaired.text);
    match &reading.proposal.actions[0].value {
        model::Action::Create(create) => create.content.value.text().to_owned(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_nested_block_is_read_whole() {
    let source = actions(&format!("{CREATE}{NESTED}"));
    assert_eq!(rules(&source), ["fence-repaired"]);
    assert_eq!(created(&source), "Run:\n```shell\nmake\n```\nDone.\n");
}

#[test]
fn a_nested_block_of_a_wrapped_plan_is_read_whole() {
    let plan = format!("{HEAD}\n{RATIONALE}\n## Action Plan\n\n{CREATE}{NESTED}");
    let source = format!("```markdown\n{plan}```\n");
    assert_eq!(rules(&source), ["fence-repaired", "fence-repaired", "wrapped-plan"]);
    assert_eq!(created(&source), "Run:\n```shell\nmake\n```\nDone.\n");
}

#[test]
fn an_open_fence_is_told_at_one_place() {
    let source = actions(&format!("{CREATE}````markdown\nRun:\n"));
    let repaired = fence::repair(&source);
    let place = |faults: &[model::Diagnostic]| {
        let unclosed = faults.iter().find(|fault| fault.rule == "fence-unclosed");
        unclosed.map(|fault| (fault.message.clone(), fault.place.line_column))
    };
    assert!(place(&repaired.diagnostics).is_some());
    assert_eq!(place(&repaired.diagnostics), place(&read(&source).diagnostics));
}

#[test]
fn the_documents_own_example_needs_no_repair() {
    let example = include_str!("example.md");
    assert_eq!(fence::repair(example).text, example);
    assert_eq!(fence::repair(example).diagnostics, []);
}
