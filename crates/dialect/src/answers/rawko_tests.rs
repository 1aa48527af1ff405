use model::Severity;
use proptest::prelude::*;

use super::super::StepLink;
use super::*;

fn errors(diagnostics: &[Diagnostic]) -> Vec<String> {
    let errors = diagnostics.iter().filter(|fault| fault.severity == Severity::Error);
    errors
        .map(|fault| format!("{} {}", fault.rule, fault.place.path.as_deref().unwrap_or("-")))
        .collect()
}

#[test]
fn a_plan_is_read_from_every_place() {
    let steps = r#"[{"index": 0, "description": "Store notes", "suggestedAgent": "developer", "status": "pending",
        "affectedFiles": ["src/store.py"], "acceptanceCriteria": ["Tests pass"]},
        {"description": "Test it", "dependsOn": [0], "instructions": "Cover a missing file.", "suggestedAgent": null}]"#;
    for answer in [
        format!("{{\"plan\": {{\"id\": \"x\", \"steps\": {steps}}}, \"reasoning\": \"Why.\"}}"),
        format!("{{\"plan\": {steps}, \"reasoning\": \"Why.\"}}"),
        format!("{{\"steps\": {steps}, \"reasoning\": [\"Why.\"]}}"),
    ] {
        let (draft, diagnostics) = read_plan_draft(&answer);
        assert_eq!(diagnostics, [], "{answer}");
        assert_eq!(draft.reasoning, "Why.");
        let [first, second] = draft.steps.as_slice() else {
            panic!("{draft:?}")
        };
        assert_eq!(first.description, "Store notes");
        assert_eq!(first.suggested_agent.as_deref(), Some("developer"));
        assert_eq!(first.affected_files, ["src/store.py"]);
        assert_eq!(first.acceptance_criteria, ["Tests pass"]);
        assert_eq!(second.depends_on, [StepLink::New(0)]);
        assert_eq!(second.instructions.as_deref(), Some("Cover a missing file."));
        assert_eq!(second.suggested_agent, None);
    }
}

#[test]
fn a_replan_may_lean_on_kept_steps() {
    let answer = r#"{"newPlan": {"steps": [{"description": "Retry", "dependsOn": ["old:2"]}]},
        "changes": "Smaller steps.", "reasoning": "The first was too large."}"#;
    let (draft, diagnostics) = read_replan_draft(answer);
    assert_eq!(diagnostics, []);
    assert_eq!(draft.steps[0].depends_on, [StepLink::Old(2)]);
    assert_eq!(draft.changes, "Smaller steps.");
    assert_eq!(draft.reasoning, "The first was too large.");
}

#[test]
fn metadata_is_read() {
    let answer = r#"{"plan": {"steps": [{"description": "A"}],
        "metadata": {"complexity": 4, "tags": ["x"], "constraints": ["y"], "informedByMemories": null}}}"#;
    let (draft, diagnostics) = read_plan_draft(answer);
    assert_eq!(diagnostics, []);
    assert_eq!(draft.metadata.complexity, Some(4));
    assert_eq!(draft.metadata.tags, ["x"]);
    assert_eq!(draft.metadata.constraints, ["y"]);
}

#[test]
fn what_is_wrong_is_told() {
    for (answer, expected) in [
        ("no", "answer-json -"),
        ("{\"tasks\": []}", "answer-shape -"),
        ("{\"steps\": []}", "payload-empty steps"),
        ("{\"plan\": 1}", "payload-type plan"),
        ("{\"steps\": [{}]}", "payload-missing-field steps[0]"),
        (
            "{\"steps\": [{\"description\": \" \"}]}",
            "payload-empty steps[0].description",
        ),
        (
            "{\"steps\": [{\"description\": null}]}",
            "payload-type steps[0].description",
        ),
        (
            "{\"steps\": [{\"description\": \"A\", \"index\": 1}]}",
            "payload-value steps[0].index",
        ),
        (
            "{\"steps\": [{\"description\": \"A\", \"dependsOn\": [0]}]}",
            "payload-value steps[0].dependsOn",
        ),
        (
            "{\"steps\": [{\"description\": \"A\", \"dependsOn\": [7]}]}",
            "payload-value steps[0].dependsOn",
        ),
        (
            "{\"steps\": [{\"description\": \"A\", \"dependsOn\": [\"x\"]}]}",
            "payload-type steps[0].dependsOn[0]",
        ),
        (
            "{\"plan\": {\"steps\": [{\"description\": \"A\"}], \"metadata\": {\"complexity\": 11}}}",
            "payload-value plan.metadata.complexity",
        ),
    ] {
        assert_eq!(errors(&read_plan_draft(answer).1), [expected], "{answer}");
    }
}

/// What `replan --from` refuses, a planner cannot slip in.
#[test]
fn steps_that_tell_of_work_are_not_new() {
    for (field, value) in [
        ("status", "\"complete\""),
        ("status", "\"Pending\""),
        ("executedBy", "\"dev\""),
        ("startedAt", "\"2026-01-01T00:00:00Z\""),
        ("completedAt", "1"),
        ("output", "\"It is there.\""),
        ("error", "[]"),
    ] {
        let answer = format!("{{\"steps\": [{{\"description\": \"A\", \"{field}\": {value}}}]}}");
        let expected = format!("payload-value steps[0].{field}");
        assert_eq!(errors(&read_replan_draft(&answer).1), [expected], "{answer}");
    }
    let harmless = r#"{"steps": [{"description": "A", "status": "pending", "output": "", "error": null}]}"#;
    assert_eq!(read_replan_draft(harmless).1, []);
}

#[test]
fn a_path_that_leads_out_of_the_project_is_refused() {
    for path in ["../../etc/passwd", "/abs", "a/../../b", ".git/hooks/pre-commit\\u0000"] {
        let answer = format!("{{\"steps\": [{{\"description\": \"A\", \"affectedFiles\": [\"ok.py\", \"{path}\"]}}]}}");
        let expected = ["rawko-value steps[0].affectedFiles[1]"];
        assert_eq!(errors(&read_replan_draft(&answer).1), expected, "{answer}");
        assert_eq!(errors(&read_plan_draft(&answer).1), expected, "{answer}");
    }
    let nobody = r#"{"steps": [{"description": "A", "suggestedAgent": "no such\nname"}]}"#;
    assert_eq!(
        errors(&read_replan_draft(nobody).1),
        ["rawko-value steps[0].suggestedAgent"]
    );
}

#[test]
fn unknown_fields_are_let_pass_with_a_warning() {
    let (_, diagnostics) = read_plan_draft("{\"steps\": [{\"description\": \"A\", \"risk\": 1}]}");
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(errors(&diagnostics), Vec::<String>::new());
}

proptest! {
    #[test]
    fn any_answer_is_read(answer in "(\\{|\\}|\\[|\\]|,|:|\"steps\"|\"plan\"|\"description\"|\"dependsOn\"|1|\"old:1\"| ){0,30}") {
        let _ = read_plan_draft(&answer);
        let _ = read_replan_draft(&answer);
    }
}
