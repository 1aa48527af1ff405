//! What people and machines get to see.

use model::{Phase, PlanEventKind, Standing};
use serde_json::{Value, json};

use super::*;
use crate::native::testing::plain;
use crate::rawko::sheet::{PlanSheet, current_step_index};
use crate::rawko::testing::{NOON, agent, example, id, plan, step};
use crate::rawko::{StepSheet, diff};

use Standing::{Doing, Done, Dropped, Failed, Todo};

fn parsed(text: &str) -> Value {
    assert!(text.ends_with("}\n"), "{text}");
    serde_json::from_str(text).unwrap()
}

fn made(steps: Vec<StepSheet>, status: Phase) -> PlanSheet {
    PlanSheet {
        status,
        current_step_index: current_step_index(&steps),
        ..plan(steps)
    }
}

#[test]
fn a_plan_is_shown_with_its_steps() {
    let plan = example();
    let view = ShowView {
        plan: &plan,
        path: Some(".rawko/plans/x.yaml"),
        is_current: true,
        replans: Some((1, 3)),
        is_archived: false,
        checks: &[],
    };
    let answer = parsed(&show_json(&view));
    assert_eq!(answer["replans"], json!({"used": 1, "allowed": 3}));
    assert_eq!(answer["plan"]["steps"][1]["affectedFiles"], json!(["src/store.py"]));
    assert_eq!(
        (&answer["path"], &answer["current"]),
        (&json!(".rawko/plans/x.yaml"), &json!(true))
    );
    let expected = "\
Keep notes in a file that survives a crash
plan-20260123-note-store
in progress  version 1, 1 of 3 replans, by planner, changed 1 h ago

████████░░░░░░░░░░░░  2 of 5 settled: 2 complete, 1 in progress, 2 pending

0  ✓  Find out how notes are kept now  planner
1  ✓  Write the store                  developer
2  ▶  Load the notes at the start      developer     after 1
3  ·  Test the store from end to end   for tester    after 1, 2
4  ·  Look everything over             for reviewer  after 3

Constraints
  - Use the standard library only

Tags
  storage, notes
";
    assert_eq!(plain(&show_text(&view, NOON, 80)), expected);
}

#[test]
fn a_narrow_terminal_gets_clipped_descriptions() {
    let plan = example();
    let view = ShowView {
        plan: &plan,
        path: None,
        is_current: false,
        replans: None,
        is_archived: true,
        checks: &[],
    };
    let text = plain(&show_text(&view, NOON, 56));
    assert!(text.contains("Test the store from end…"), "{text}");
    assert!(text.contains(", archived\n"), "{text}");
}

#[test]
fn creating_answers_with_plan_and_reasoning() {
    let plan = made(vec![step(0, Todo, &[])], Phase::Draft);
    let view = CreateView {
        plan: &plan,
        reasoning: "It is small.",
        path: None,
    };
    let answer = parsed(&create_json(&view));
    assert_eq!(
        (&answer["reasoning"], &answer["plan"]["status"]),
        (&json!("It is small."), &json!("draft"))
    );
    let text = plain(&create_text(&view, 80));
    assert!(
        text.starts_with("✓ Created a plan of 1 step.\n\nKeep notes\n"),
        "{text}"
    );
    assert!(text.contains("Why so\n  It is small.\n"), "{text}");
}

#[test]
fn next_says_which_step_or_why_none() {
    let cases = [
        (
            made(vec![step(0, Done, &[]), step(1, Todo, &[0])], Phase::InProgress),
            "ready",
            json!(1),
        ),
        (
            made(vec![step(0, Todo, &[]), step(1, Doing, &[])], Phase::InProgress),
            "running",
            json!(1),
        ),
        (
            made(vec![step(0, Failed, &[]), step(1, Todo, &[])], Phase::Replanning),
            "replan",
            json!(0),
        ),
        (made(vec![step(0, Failed, &[])], Phase::Failed), "failed", json!(0)),
        (made(vec![step(0, Done, &[])], Phase::Complete), "complete", Value::Null),
        (
            made(vec![step(0, Dropped, &[]), step(1, Todo, &[0])], Phase::Draft),
            "stuck",
            json!(1),
        ),
    ];
    for (plan, reason, index) in cases {
        let answer = parsed(&next_json(&plan));
        assert_eq!((&answer["reason"], &answer["step"]["index"]), (&json!(reason), &index));
        assert_eq!(
            answer["stuck"].as_array().unwrap().len(),
            usize::from(reason == "stuck")
        );
        assert!(next_text(&plan).ends_with('\n'));
    }
    let text = plain(&next_text(&example()));
    let expected = "\
▶ Step 2: Load the notes at the start
  by developer, for developer, after 1

Instructions
  Read the file line by line.
  Skip what cannot be read, and say so.

Acceptance criteria
  - An empty file gives no notes
  - run: python -m pytest tests/test_load.py

It is being worked on. rawko step complete 2 --output \"WHAT CAME OF IT\" ends it.
";
    assert_eq!(text, expected);
}

#[test]
fn a_step_verb_says_what_happened_and_what_follows() {
    let mut steps = vec![step(0, Done, &[]), step(1, Todo, &[0])];
    steps[0].executed_by = Some(agent("ada"));
    let plan = made(steps, Phase::InProgress);
    let view = StepView {
        event: PlanEventKind::StepCompleted,
        plan: &plan,
        indexes: &[0],
        is_unchanged: false,
    };
    let answer = parsed(&step_json(&view));
    assert_eq!(
        (&answer["event"], &answer["changed"]),
        (&json!("STEP_COMPLETED"), &json!(true))
    );
    assert_eq!(
        (&answer["steps"][0]["status"], &answer["next"]["index"]),
        (&json!("complete"), &json!(1))
    );
    assert_eq!(answer["plan"]["progress"]["pending"], 1);
    let expected = "\
✓ completed by ada: step 0, Step number 0
The plan is in progress: 1 of 2 steps are settled. Next: rawko step start 1.
";
    assert_eq!(plain(&step_text(&view)), expected);
    let again = StepView {
        is_unchanged: true,
        ..view
    };
    assert!(plain(&step_text(&again)).starts_with("✓ nothing changed: step 0, Step number 0 is complete already\n"));
    let failed = made(vec![step(0, Failed, &[])], Phase::Replanning);
    let view = StepView {
        event: PlanEventKind::StepFailed,
        plan: &failed,
        ..view
    };
    let text = plain(&step_text(&view));
    assert!(
        text.contains("  It broke.\n") && text.contains("rawko replan plans anew."),
        "{text}"
    );
}

#[test]
fn a_diff_marks_every_step() {
    let old = made(
        vec![step(0, Done, &[]), step(1, Failed, &[0]), step(2, Todo, &[0])],
        Phase::Replanning,
    );
    let moved = StepSheet {
        index: 1,
        ..step(2, Todo, &[0])
    };
    let new = PlanSheet {
        id: id("plan-20260123-notes-v2"),
        version: 2,
        ..made(
            vec![step(0, Done, &[]), moved, StepSheet::new(2, "Make the folder")],
            Phase::InProgress,
        )
    };
    let diff = diff(&old, &new);
    let expected = "\
plan-20260123-notes (version 1) → plan-20260123-notes-v2 (version 2)

= 0     Step number 0
= 2 → 1 Step number 2
+ 2     Make the folder
- 1     Step number 1

2 kept, 0 changed, 1 added, 1 dropped
";
    assert_eq!(plain(&diff_text(&diff, 80)), expected);
    let answer = parsed(&diff_json(&diff));
    assert_eq!(
        answer["kept"][1],
        json!({"from": 2, "to": 1, "description": "Step number 2"})
    );
    assert_eq!(
        (&answer["from"]["version"], &answer["to"]["version"]),
        (&json!(1), &json!(2))
    );
    let view = ReplanView {
        diff: &diff,
        changes: "The folder comes first.",
        reasoning: "",
        path: None,
    };
    let answer = parsed(&replan_json(&view));
    assert_eq!(answer["newPlan"]["id"], "plan-20260123-notes-v2");
    assert_eq!(answer["diff"]["dropped"][0]["error"], "It broke.");
    let text = plain(&replan_text(&view, 80));
    assert!(
        text.starts_with("✓ Version 2 takes the place of version 1: 2 kept,"),
        "{text}"
    );
}

#[test]
fn changed_fields_are_shown_with_both_values() {
    let old = made(vec![step(0, Todo, &[])], Phase::Draft);
    let new = made(vec![step(0, Done, &[])], Phase::Complete);
    let diff = diff(&old, &new);
    let text = plain(&diff_text(&diff, 80));
    assert!(
        text.contains("~ 0     Step number 0\n      status: pending → complete\n"),
        "{text}"
    );
    let field = &parsed(&diff_json(&diff))["changed"][0]["fields"][0];
    assert_eq!(field, &json!({"field": "status", "old": "pending", "new": "complete"}));
}

#[test]
fn lists_and_history_tell_plans_apart() {
    let plan = PlanSummary {
        is_current: true,
        ..PlanSummary::from(&example())
    };
    let plans = [
        plan.clone(),
        PlanSummary {
            id: id("b"),
            is_current: false,
            is_archived: true,
            ..plan.clone()
        },
    ];
    let answer = parsed(&list_json(&plans));
    assert_eq!(
        (&answer["plans"][0]["current"], &answer["plans"][1]["archived"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(answer["plans"][0]["progress"]["complete"], 2);
    let text = plain(&list_text(&plans, NOON, 120));
    assert!(
        text.starts_with("*  plan-20260123-note-store  in progress  2/5  1 h ago"),
        "{text}"
    );
    assert!(list_text(&[], NOON, 80).contains("rawko plan create"));
    let entry = HistoryEntry {
        plan,
        created_at: NOON,
        created_by: agent("planner"),
        changes: "x\ny".into(),
        reasoning: String::new(),
        discoveries: vec!["The library\nis old".into()],
        failed: Some(FailedStep {
            index: 1,
            description: "B".into(),
            error: "no\nway".into(),
        }),
    };
    let text = plain(&history_text(std::slice::from_ref(&entry)));
    assert!(
        text.starts_with("v1  plan-20260123-note-store  in progress\n  2026-01-23 12:00 UTC, by planner"),
        "{text}"
    );
    assert!(
        text.ends_with("  found out: The library\n  ✗ step 1, B: no\n"),
        "{text}"
    );
    let answer = parsed(&history_json(&[entry]));
    assert_eq!(answer["versions"][0]["changes"], "x\ny");
    assert_eq!(answer["versions"][0]["failedStep"]["error"], "no\nway");
}

#[test]
fn archiving_and_collecting_name_the_files() {
    let ids = [id("a")];
    let answer = parsed(&archive_json(&ArchiveView { archived: &ids }));
    assert_eq!(answer["archived"][0]["path"], ".rawko/plans/archive/a.yaml");
    assert!(archive_text(&ArchiveView { archived: &[] }).starts_with("Nothing to archive"));
    let view = GcView {
        removed: &ids,
        kept: 1,
        is_dry_run: true,
    };
    assert_eq!(parsed(&gc_json(&view))["dry_run"], true);
    assert_eq!(
        gc_text(&view),
        "would remove .rawko/plans/archive/a.yaml\n1 archived plan stays.\n"
    );
}

#[test]
fn a_choice_says_who_decided() {
    let view = ChoiceView {
        agent: "tester",
        step_index: Some(3),
        by: Choice::Planner,
        reasoning: "It tests.",
    };
    assert_eq!(parsed(&choice_json(&view))["by"], "planner");
    assert_eq!(
        plain(&choice_text(&view)),
        "tester for step 3  a planner was asked\n  It tests.\n"
    );
    assert_eq!(parsed(&arbiter_json("p"))["prompt"], "p");
    assert!(
        parsed(&machine_mermaid_json())["diagram"]
            .as_str()
            .unwrap()
            .starts_with("stateDiagram")
    );
}

const EVIL: &str = "\u{1b}]0;x\u{7}\u{202e}evil\r\nnext";

fn evil_plan() -> PlanSheet {
    let mut plan = made(vec![step(0, Failed, &[]), step(1, Todo, &[0])], Phase::Replanning);
    plan.task = EVIL.to_owned();
    plan.metadata.tags = vec![EVIL.to_owned()];
    plan.metadata.constraints = vec![EVIL.to_owned()];
    plan.metadata.memories = vec![EVIL.to_owned()];
    for step in &mut plan.steps {
        step.description = EVIL.to_owned();
        step.error = Some(EVIL.to_owned());
        step.instructions = Some(EVIL.to_owned());
        step.acceptance_criteria = vec![EVIL.to_owned()];
        step.affected_files = vec![EVIL.to_owned()];
    }
    plan
}

/// `plain` panics on every escape that is no style.
#[test]
fn foreign_text_cannot_reach_the_terminal() {
    let plan = evil_plan();
    let show = ShowView {
        plan: &plan,
        path: None,
        is_current: true,
        replans: None,
        is_archived: false,
        checks: &[],
    };
    let other = made(vec![step(0, Done, &[])], Phase::Complete);
    let diff = diff(&plan, &other);
    let steps = StepView {
        event: PlanEventKind::StepFailed,
        plan: &plan,
        indexes: &[0, 1],
        is_unchanged: false,
    };
    let texts = [
        show_text(&show, NOON, 80),
        create_text(
            &CreateView {
                plan: &plan,
                reasoning: EVIL,
                path: None,
            },
            80,
        ),
        next_text(&plan),
        step_text(&steps),
        diff_text(&diff, 80),
        replan_text(
            &ReplanView {
                diff: &diff,
                changes: EVIL,
                reasoning: EVIL,
                path: None,
            },
            80,
        ),
        list_text(&[PlanSummary::from(&plan)], NOON, 120),
        choice_text(&ChoiceView {
            agent: EVIL,
            step_index: None,
            by: Choice::Only,
            reasoning: EVIL,
        }),
    ];
    for text in texts {
        let shown = plain(&text);
        assert!(shown.contains("evil"), "{shown}");
        assert!(
            !shown.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'),
            "{shown:?}"
        );
    }
}
