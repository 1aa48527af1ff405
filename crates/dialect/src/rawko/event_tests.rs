//! Events in the document's shapes.

use serde_json::{Value, json};

use super::*;
use crate::native::testing::plain;
use crate::rawko::testing::{NOON, agent, example, id};

fn line<'a>(event: PlanEvent<'a>, plan_id: &'a PlanId) -> EventLine<'a> {
    EventLine {
        event,
        at: NOON,
        version: OpVersion(7),
        plan_id,
    }
}

#[test]
fn every_event_has_the_name_of_its_kind() {
    let (plan, id) = (example(), id("p"));
    let step_index = 2;
    let events = [
        PlanEvent::PlanCreated { plan: &plan },
        PlanEvent::StepStarted {
            step_index,
            agent: None,
        },
        PlanEvent::StepCompleted {
            step_index,
            output: "",
            affected_files: &[],
        },
        PlanEvent::StepFailed { step_index, error: "x" },
        PlanEvent::StepSkipped {
            step_index,
            reason: None,
        },
        PlanEvent::StepAdded { step: &plan.steps[4] },
        PlanEvent::StepReleased { step_index },
        PlanEvent::StepReopened { step_index },
        PlanEvent::PlanReplanned {
            new_plan: &plan,
            changes: "",
        },
    ];
    assert_eq!(events.map(|event| event.kind()), PlanEventKind::ALL);
    for event in events {
        let text = event_json(&line(event, &id));
        assert_eq!(text.matches('\n').count(), 1, "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["type"], event.kind().name());
        assert_eq!((&value["version"], &value["planId"]), (&json!(7), &json!("p")));
        assert!(event_text(&line(event, &id)).contains(event.kind().name()));
    }
}

#[test]
fn an_event_is_made_from_what_it_is_about() {
    let plan = example();
    for kind in PlanEventKind::ALL {
        let event = PlanEvent::of(kind, Some(&plan.steps[1]), Some(&plan), "x").unwrap();
        assert_eq!(event.kind(), kind);
        assert!(PlanEvent::of(kind, None, None, "").is_none(), "{kind}");
    }
    let completed = PlanEvent::of(PlanEventKind::StepCompleted, Some(&plan.steps[1]), None, "");
    let text = event_json(&line(completed.unwrap(), &plan.id));
    assert!(text.contains("\"affectedFiles\":[\"src/store.py\"]"), "{text}");
}

#[test]
fn the_documents_shapes_are_kept() {
    let id = id("p");
    let files = ["a.py".to_owned()];
    for (event, expected) in [
        (
            PlanEvent::StepStarted {
                step_index: 0,
                agent: Some(&agent("ada")),
            },
            json!({"type": "STEP_STARTED", "stepIndex": 0, "agent": "ada"}),
        ),
        (
            PlanEvent::StepCompleted {
                step_index: 1,
                output: "done\n",
                affected_files: &files,
            },
            json!({"type": "STEP_COMPLETED", "stepIndex": 1, "output": "done\n", "affectedFiles": ["a.py"]}),
        ),
        (
            PlanEvent::StepFailed {
                step_index: 2,
                error: "no",
            },
            json!({"type": "STEP_FAILED", "stepIndex": 2, "error": "no"}),
        ),
    ] {
        let mut value: Value = serde_json::from_str(&event_json(&line(event, &id))).unwrap();
        for added in ["at", "version", "planId"] {
            assert!(!value.as_object_mut().unwrap().remove(added).unwrap().is_null());
        }
        assert_eq!(value, expected);
    }
    let plan = example();
    let created: Value = serde_json::from_str(&event_json(&line(PlanEvent::PlanCreated { plan: &plan }, &id))).unwrap();
    assert_eq!(created["plan"]["steps"][3]["dependsOn"], json!([1, 2]));
    assert_eq!(created["plan"]["metadata"]["complexity"], 5);
    let replanned = line(
        PlanEvent::PlanReplanned {
            new_plan: &plan,
            changes: "x",
        },
        &id,
    );
    let replanned: Value = serde_json::from_str(&event_json(&replanned)).unwrap();
    assert_eq!(replanned["newPlan"]["id"], "plan-20260123-note-store");
}

#[test]
fn people_read_one_line_without_surprises() {
    let id = id("p");
    let event = PlanEvent::StepFailed {
        step_index: 3,
        error: "It \u{1b}[31mbroke\nbadly",
    };
    let text = plain(&event_text(&line(event, &id)));
    assert_eq!(
        text,
        "2026-01-23T12:00:00Z  STEP_FAILED     step 3: It \\u{1b}[31mbroke\n"
    );
}
