//! What is read, and what is said about what cannot be.

use model::{Phase, Rule, Severity, Standing};

use super::*;
use crate::rawko::rules;
use crate::rawko::testing::{EXAMPLE, agent, example};

/// The rule and the marked text of each fault.
fn faults(text: &str) -> Vec<(&'static Rule, &str)> {
    let (plan, faults) = read_plan("plan.yaml", text);
    assert_eq!(plan, None, "{text}");
    let shown = |fault: model::Diagnostic| {
        assert_eq!(fault.place.path.as_deref(), Some("plan.yaml"));
        assert!(fault.place.line_column.is_some() && fault.hint.is_some(), "{fault:?}");
        (fault.rule, &text[fault.place.span.unwrap()])
    };
    faults.into_iter().map(shown).collect()
}

#[test]
fn the_shape_of_the_documents_example_is_read_and_written_back() {
    let plan = example();
    assert_eq!(write_plan(&plan), EXAMPLE);
    assert_eq!(
        (plan.status, plan.version, plan.current_step_index),
        (Phase::InProgress, 1, 2)
    );
    assert_eq!(plan.steps.len(), 5);
    assert_eq!(plan.steps[2].status, Standing::Doing);
    assert_eq!(plan.steps[2].executed_by, Some(agent("developer")));
    assert_eq!(plan.steps[3].depends_on, [1, 2]);
    assert_eq!(plan.metadata.complexity, Some(5));
    let instructions = plan.steps[2].instructions.as_deref().unwrap();
    assert!(instructions.ends_with("Skip what cannot be read, and say so."));
}

#[test]
fn the_short_form_of_a_plan_is_read_too() {
    let text = "\
# as the document prints it
id: plan-20260123-note-store
task: \"Keep notes\"
status: in_progress
version: 1
currentStepIndex: 2
createdAt: \"2026-01-23T10:00:00Z\"
updatedAt: 2026-01-23T11:35:00+01:00
createdBy: planner
steps:
  - index: 0
    description: \"Look around\"
    status: complete
    executedBy: planner
    completedAt: \"2026-01-23T10:10:00Z\"
  - index: 1
    description: \"Write the store\"
    status: complete
    affectedFiles: [src/store.py]
    acceptanceCriteria: []
  - index: 2
    description: \"Load the notes\"
    status: in_progress
    suggestedAgent: developer
";
    let (plan, faults) = read_plan("plan.yaml", text);
    assert_eq!(faults, []);
    let running = &plan.unwrap().steps[2];
    assert_eq!((running.status, &running.executed_by), (Standing::Doing, &None));
}

#[test]
fn json_is_read_as_well() {
    let text = "{\"id\": \"a\", \"task\": \"x \\ud83e\\udd80 \\/ \\u00e9\", \"status\": \"draft\",\n\t\"version\": 1, \
        \"currentStepIndex\": 0, \"createdAt\": \"2026-01-23T10:00:00.000Z\", \"updatedAt\": \
        \"2026-01-23T10:00:00.000Z\", \"createdBy\": \"me\", \"steps\": [{\"index\": 0, \"description\": \"d\", \
        \"status\": \"pending\", \"dependsOn\": []}]}";
    let (plan, faults) = read_plan("plan.json", text);
    assert_eq!(faults, []);
    assert_eq!(plan.unwrap().task, "x 🦀 / é");
}

#[test]
fn every_fault_is_found_at_once_and_marked() {
    let text = "\
id: ../x
task: ' '
status: done
version: 0
previousPlanId: a/b
currentStepIndex: -1
createdAt: yesterday
updatedAt: \"2026-01-23T10:35:00.0001Z\"
createdBy: ''
colour: red
steps:
  - index: 1
    description: ''
    status: DONE
    depends_on: [1]
  - description: 5
    status: pending
    affectedFiles: [/etc/passwd, ok.txt, ../x]
    acceptanceCriteria: nothing
    dependsOn: [0, x, 4294967296]
    output: ~
  - text
metadata:
  complexity: 11
  tags: [a, 1]
  mood: good
";
    let expected = [
        (rules::VALUE, "../x"),
        (rules::EMPTY, "' '"),
        (rules::VALUE, "done"),
        (rules::VALUE, "0"),
        (rules::VALUE, "a/b"),
        (rules::TYPE, "-1"),
        (rules::VALUE, "yesterday"),
        (rules::VALUE, "\"2026-01-23T10:35:00.0001Z\""),
        (rules::VALUE, "''"),
        (rules::UNKNOWN_FIELD, "colour"),
        (rules::INDEX, "1"),
        (rules::EMPTY, "''"),
        (rules::VALUE, "DONE"),
        (rules::UNKNOWN_FIELD, "depends_on"),
        (rules::MISSING_FIELD, "description: 5"),
        (rules::TYPE, "5"),
        (rules::VALUE, "/etc/passwd"),
        (rules::VALUE, "../x"),
        (rules::TYPE, "nothing"),
        (rules::TYPE, "x"),
        (rules::VALUE, "4294967296"),
        (rules::TYPE, "~"),
        (rules::TYPE, "text"),
        (rules::VALUE, "11"),
        (rules::TYPE, "1"),
        (rules::UNKNOWN_FIELD, "mood"),
    ];
    assert_eq!(faults(text), expected);
}

#[test]
fn a_field_in_another_spelling_is_recognized() {
    let text = EXAMPLE.replace("currentStepIndex", "current_step_index");
    let hint = read_plan("f", &text).1[1].hint.clone().unwrap();
    assert!(hint.starts_with("Did you mean `currentStepIndex`?"), "{hint}");
    for (given, meant) in [
        ("depends_on", "dependsOn"),
        ("suggested_agent", "suggestedAgent"),
        ("acceptance-criteria", "acceptanceCriteria"),
        ("DependsOn", "dependsOn"),
    ] {
        let text = EXAMPLE.replace("    dependsOn: [3]\n", &format!("    {given}: x\n"));
        let (_, faults) = read_plan("f", &text);
        let hint = faults[0].hint.as_deref().unwrap();
        assert!(hint.starts_with(&format!("Did you mean `{meant}`?")), "{hint}");
    }
}

#[test]
fn what_is_missing_is_told() {
    let missing: Vec<_> = faults("{}").into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(missing, [rules::MISSING_FIELD; 9]);
    let text = EXAMPLE
        .split_inclusive("steps:\n")
        .next()
        .unwrap()
        .replace("steps:", "steps: []");
    assert_eq!(faults(&text), [(rules::EMPTY, "[]")]);
    for text in ["", "# nothing\n", "- a\n", "word", "1", "~"] {
        assert_eq!(faults(text).len(), 1, "{text}");
        assert_eq!(faults(text)[0].0, rules::TYPE, "{text}");
    }
}

#[test]
fn tricks_are_refused_where_they_stand() {
    let with = |line: &str| EXAMPLE.replace("createdBy: planner\n", &format!("{line}\n"));
    for (line, expected) in [
        ("createdBy: &a planner", vec![(rules::PLAIN, "&a")]),
        ("createdBy: *a", vec![(rules::PLAIN, "*a")]),
        ("createdBy: !!str planner", vec![(rules::PLAIN, "!!str")]),
        (
            "createdBy: planner\n<<: {id: a}",
            vec![(rules::PLAIN, "<<"), (rules::UNKNOWN_FIELD, "<<")],
        ),
        ("createdBy: planner\nid: b", vec![(rules::DUPLICATE_KEY, "id")]),
        ("createdBy: planner\n? [a]\n: b", vec![(rules::UNKNOWN_FIELD, "[a]")]),
    ] {
        let text = with(line);
        let found = faults(&text);
        let expected: Vec<_> = expected
            .into_iter()
            .filter(|fault| *fault != (rules::UNKNOWN_FIELD, "<<"))
            .collect();
        assert_eq!(found, expected, "{line}");
    }
    let twice = format!("{EXAMPLE}---\n{EXAMPLE}");
    assert_eq!(faults(&twice)[0].0, rules::YAML);
    assert_eq!(faults(&format!("%YAML 1.2\n---\n{EXAMPLE}"))[0].0, rules::PLAIN);
    assert_eq!(faults("id: [a\nb: c")[0].0, rules::YAML);
}

#[test]
fn limits_hold() {
    let long = "x".repeat(501);
    let text = EXAMPLE.replace("Look everything over", &long);
    assert_eq!(faults(&text), [(rules::LIMIT, long.as_str())]);
    let goal = "x".repeat(20_001);
    let text = EXAMPLE.replace("Keep notes in a file that survives a crash", &goal);
    assert_eq!(faults(&text), [(rules::LIMIT, goal.as_str())]);
    let tags = "    - a\n".repeat(1_001);
    let text = EXAMPLE.replace("    - storage\n", &tags);
    assert_eq!(faults(&text)[0].0, rules::LIMIT);
}

#[test]
fn a_warning_does_not_keep_a_plan_out() {
    let text = EXAMPLE.replace("currentStepIndex: 2", "currentStepIndex: 3");
    let (plan, faults) = read_plan("f", &text);
    assert!(plan.is_some());
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].severity, Severity::Warning);
    assert!(faults[0].message.contains("the steps make it 2"), "{faults:?}");
}
