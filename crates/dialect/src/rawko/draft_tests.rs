//! What people hand in.

use model::Rule;

use super::*;
use crate::rawko::rules::CYCLE;

fn faults(text: &str) -> Vec<(&'static Rule, &str)> {
    let (draft, faults) = read_plan_input("steps.yaml", text);
    assert_eq!(draft, None, "{text}");
    let shown = |fault: Diagnostic| (fault.rule, &text[fault.place.span.unwrap()]);
    faults.into_iter().map(shown).collect()
}

#[test]
fn yaml_json_and_a_bare_list_mean_the_same() {
    let yaml =
        "steps:\n  - description: Write\n    affectedFiles: [+a.py]\n  - description: Test\n    dependsOn: [0]\n";
    let json = r#"{"steps": [{"description": "Write", "affectedFiles": ["+a.py"]},
        {"index": 1, "description": "Test", "dependsOn": [0]}]}"#;
    let list = r#"[{"description": "Write", "affectedFiles": ["+a.py"]}, {"description": "Test", "dependsOn": [0]}]"#;
    let (draft, found) = read_plan_input("f", yaml);
    assert_eq!(found, []);
    let steps = draft.unwrap().steps;
    assert_eq!(steps[1].depends_on, [StepLink::New(0)]);
    for text in [json, list] {
        assert_eq!(read_plan_input("f", text).0.unwrap().steps, steps, "{text}");
    }
}

#[test]
fn a_plan_may_say_more_about_itself() {
    let text = "reasoning: Small.\nmetadata: {complexity: 2, tags: [x]}\nsteps: [{description: a}]\n";
    let draft = read_plan_input("f", text).0.unwrap();
    assert_eq!(
        (draft.reasoning.as_str(), draft.metadata.complexity),
        ("Small.", Some(2))
    );
}

#[test]
fn a_replan_names_the_steps_that_stay() {
    let text = "changes: The folder comes first.\nsteps:\n  - description: a\n    dependsOn: [\"old:0\", old:3]\n  \
                - description: b\n    dependsOn: [0]\n";
    let (draft, found) = read_replan_input("f", text);
    assert_eq!(found, []);
    let draft = draft.unwrap();
    assert_eq!(draft.steps[0].depends_on, [StepLink::Old(0), StepLink::Old(3)]);
    assert_eq!(draft.changes, "The folder comes first.");
    assert_eq!(
        faults("- description: a\n  dependsOn: [\"old:0\"]\n"),
        [(DEPENDENCY, "[\"old:0\"]")]
    );
}

#[test]
fn nothing_that_is_written_is_passed_over() {
    let text = "steps:\n  - description: a\n    status: complete\n  - description: b\n    suggestedAgent: ''\n    \
                affectedFiles: [../x]\ntask: no\n";
    let found: Vec<_> = faults(text).into_iter().map(|(_, shown)| shown).collect();
    assert_eq!(found, ["status", "''", "../x", "task"]);
}

#[test]
fn links_are_checked_before_anybody_is_asked() {
    let text = "- description: a\n  dependsOn: [1]\n- description: b\n  dependsOn: [0]\n- description: c\n  dependsOn: [2, 9]\n";
    let rules: Vec<_> = faults(text).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, [CYCLE, VALUE, VALUE]);
}

#[test]
fn an_empty_input_is_told_what_is_missing() {
    for text in ["[]", "{}", "steps: []", "reasoning: x"] {
        assert_eq!(faults(text).len(), 1, "{text}");
    }
    for text in ["", "word", "[a", "- &a x", "steps: {a: b}", "- text", "steps: 1"] {
        assert!(!faults(text).is_empty(), "{text}");
        assert!(read_replan_input("f", text).0.is_none(), "{text}");
    }
}
