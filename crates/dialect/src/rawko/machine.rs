//! The life cycle of a plan for other tools: an XState definition and a diagram, made from the engine's own table.

use model::{Phase, PlanEventKind, TRANSITIONS, transitions};
use serde::Serialize;
use serde::ser::Serializer;

use crate::native::json::pretty;

/// The definition of an XState v5 machine. Guards are named; what they ask is their phase's description.
pub fn machine_xstate() -> String {
    pretty(&MachineShape {
        id: "plan",
        initial: Phase::Draft.word(),
        states: Entries(Phase::ALL.map(|phase| (phase.word(), StateShape::new(phase))).into()),
    })
}

/// A Mermaid state diagram.
pub fn machine_mermaid() -> String {
    let mut text = format!(
        "stateDiagram-v2\n  [*] --> {} : {}\n",
        Phase::Draft,
        PlanEventKind::PlanCreated
    );
    for from in Phase::ALL {
        for to in Phase::ALL {
            let events: Vec<_> = TRANSITIONS
                .iter()
                .filter(|row| (row.0, row.2) == (from, to))
                .map(|row| row.1.name())
                .collect();
            if !events.is_empty() {
                text.push_str(&format!("  {from} --> {to} : {}\n", events.join(", ")));
            }
        }
    }
    for phase in Phase::ALL.into_iter().filter(|phase| phase.is_final()) {
        text.push_str(&format!("  {phase} --> [*]\n"));
    }
    for phase in Phase::ALL {
        text.push_str(&format!(
            "  note right of {phase}\n    {}\n  end note\n",
            phase.condition()
        ));
    }
    text
}

#[derive(Serialize)]
struct MachineShape {
    id: &'static str,
    initial: &'static str,
    states: Entries<StateShape>,
}

#[derive(Serialize)]
struct StateShape {
    description: &'static str,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<Entries<Vec<TargetShape>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<MetaShape>,
}

#[derive(Serialize)]
struct TargetShape {
    target: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    guard: Option<&'static str>,
}

/// A machine stops in a final state, so what leads out of one begins another run of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MetaShape {
    reopened_by: Entries<Vec<TargetShape>>,
}

/// A JSON object whose entries keep their order.
struct Entries<T>(Vec<(&'static str, T)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl StateShape {
    fn new(from: Phase) -> Self {
        let is_final = from.is_final();
        let leads_on = |to: &Phase| !is_final || !to.is_final();
        let events = PlanEventKind::ALL.into_iter().filter_map(|event| {
            let targets: Vec<Phase> = transitions(from, event).filter(leads_on).collect();
            let is_open = targets.len() > 1;
            let shape = |to: Phase| TargetShape {
                target: to.word(),
                guard: is_open.then(|| guard(to)),
            };
            let targets: Vec<_> = targets.into_iter().map(shape).collect();
            (!targets.is_empty()).then(|| (event.name(), targets))
        });
        let events = Entries(events.collect());
        let (on, reopened_by) = match is_final {
            true => (None, Some(events)),
            false => (Some(events), None),
        };
        Self {
            description: from.condition(),
            kind: is_final.then_some("final"),
            on,
            meta: reopened_by.map(|reopened_by| MetaShape { reopened_by }),
        }
    }
}

/// What must hold for an event to lead there.
fn guard(to: Phase) -> &'static str {
    match to {
        Phase::Draft => "nothingStarted",
        Phase::InProgress => "stepsRemain",
        Phase::Replanning => "replanAllowed",
        Phase::Complete => "allSettled",
        Phase::Failed => "replansSpent",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_definition_says_what_the_table_says() {
        let machine: Value = serde_json::from_str(&machine_xstate()).unwrap();
        assert_eq!((&machine["id"], &machine["initial"]), (&json!("plan"), &json!("draft")));
        let states = machine["states"].as_object().unwrap();
        let mut found = BTreeSet::new();
        for (from, state) in states.iter().filter(|(_, state)| state["type"] != "final") {
            for (event, targets) in state["on"].as_object().unwrap() {
                let targets = targets.as_array().unwrap();
                let guards = targets.iter().filter(|target| target["guard"].is_string()).count();
                assert_eq!(guards, if targets.len() > 1 { targets.len() } else { 0 });
                found.extend(targets.iter().map(|target| {
                    let to = Phase::from_word(target["target"].as_str().unwrap()).unwrap();
                    (
                        Phase::from_word(from).unwrap(),
                        PlanEventKind::from_name(event).unwrap(),
                        to,
                    )
                }));
            }
        }
        let expected = TRANSITIONS.iter().copied().filter(|row| !row.0.is_final());
        assert_eq!(found, expected.collect());
    }

    #[test]
    fn complete_and_failed_are_final() {
        let machine: Value = serde_json::from_str(&machine_xstate()).unwrap();
        for phase in Phase::ALL {
            let state = &machine["states"][phase.word()];
            assert_eq!(state["type"] == "final", phase.is_final());
            assert_eq!(state["on"].is_null(), phase.is_final());
        }
        let complete = &machine["states"]["complete"]["meta"]["reopenedBy"];
        assert_eq!(complete["STEP_ADDED"][0]["target"], "in_progress");
        assert_eq!(complete["STEP_STARTED"], Value::Null);
    }

    #[test]
    fn the_diagram_draws_every_row() {
        let diagram = machine_mermaid();
        assert!(diagram.starts_with("stateDiagram-v2\n  [*] --> draft : PLAN_CREATED\n"));
        for (from, event, to) in TRANSITIONS {
            let arrow = format!("  {from} --> {to} : ");
            let line = diagram.lines().find(|line| line.starts_with(&arrow)).unwrap();
            assert!(line.contains(event.name()), "{line}");
        }
        assert!(diagram.contains("  complete --> [*]\n  failed --> [*]\n"));
    }
}
