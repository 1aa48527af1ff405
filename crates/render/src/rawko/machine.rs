//! The answer of `machine`: an XState definition or a diagram, made from the table of transitions in the model.

use dialect::text::json::pretty;
use model::{Phase, PlanEventKind, TRANSITIONS, transitions};
use serde_json::{Map, Value, json};

/// The definition of an XState v5 machine. Guards are named; what they ask is their phase's description.
pub fn machine_xstate() -> String {
    let states: Map<String, Value> = Phase::ALL
        .map(|phase| (phase.word().to_owned(), state(phase)))
        .into_iter()
        .collect();
    pretty(&json!({"id": "plan", "initial": Phase::Draft.word(), "states": states}))
}

pub fn machine_mermaid_json() -> String {
    pretty(&json!({"format": "mermaid", "diagram": machine_mermaid()}))
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
                .map(|row| row.1.word())
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

fn state(from: Phase) -> Value {
    let (description, events) = (from.condition(), events(from));
    match from.is_final() {
        // XState stops in a final state, so an event that leads out of it starts another run.
        true => json!({"description": description, "type": "final", "meta": {"reopenedBy": events}}),
        false => json!({"description": description, "on": events}),
    }
}

fn events(from: Phase) -> Map<String, Value> {
    let leads_on = |to: &Phase| !from.is_final() || !to.is_final();
    let events = PlanEventKind::ALL.into_iter().map(|event| {
        let phases: Vec<Phase> = transitions(from, event).filter(leads_on).collect();
        let target = |to: &Phase| match phases.len() {
            1 => json!({"target": to.word()}),
            _ => json!({"target": to.word(), "guard": guard(*to)}),
        };
        (event.word().to_owned(), phases.iter().map(target).collect::<Vec<_>>())
    });
    let possible = events.filter(|(_, targets)| !targets.is_empty());
    possible.map(|(name, targets)| (name, targets.into())).collect()
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

    use super::*;

    #[test]
    fn definition_contains_every_transition() {
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
                        PlanEventKind::from_word(event).unwrap(),
                        to,
                    )
                }));
            }
        }
        let expected = TRANSITIONS.iter().copied().filter(|row| !row.0.is_final());
        assert_eq!(found, expected.collect());
    }
}
