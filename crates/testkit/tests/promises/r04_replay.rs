//! Checks the log of many agents against the answers they got.

use std::collections::BTreeMap;

use model::limits;
use serde_json::Value;

use crate::r04_agent::{RecordedAnswer, What};

/// Every answer is in the log exactly once, and the log has no other operation.
pub fn check_record(log: &[Value], record: &[RecordedAnswer]) {
    let versions: Vec<u64> = log
        .iter()
        .filter_map(|operation| operation["version"].as_u64())
        .collect();
    let expected: Vec<u64> = (1..).take(log.len()).collect();
    assert_eq!(versions, expected, "the log has gaps");
    let mut explained: BTreeMap<u64, &RecordedAnswer> = BTreeMap::new();
    for answer in record {
        let Some(operation) = usize::try_from(answer.version)
            .ok()
            .and_then(|version| log.get(version - 1))
        else {
            panic!("{answer:?} is not in the log");
        };
        match &answer.what {
            What::Nothing | What::Refused(_) => continue,
            what => assert!(
                did(operation, answer, what) || was_claimed_already(log, operation, answer, what),
                "{answer:?} is not in the log but {operation:#}"
            ),
        }
        let other = explained.insert(answer.version, answer);
        assert!(
            other.is_none(),
            "two agents were given version {}: {answer:?}, {other:?}",
            answer.version
        );
    }
    for operation in log.iter().skip(1) {
        let version = operation["version"].as_u64().unwrap_or_default();
        let is_renewal = operation["events"]
            .as_array()
            .is_some_and(|events| events.iter().all(is_renewal));
        assert!(
            explained.contains_key(&version) || is_renewal,
            "no agent got an answer for {operation:#}"
        );
    }
}

fn did(operation: &Value, answer: &RecordedAnswer, what: &What) -> bool {
    let is_it = |event: &Value| match what {
        What::Added(title) => event["task"]["title"] == title.as_str(),
        What::Claimed(task) => event["task"] == *task && event["new"]["claim"]["agent"] == answer.agent.as_str(),
        What::Finished(task) => event["task"] == *task && event["new"]["state"] == "done",
        What::Nothing | What::Refused(_) => true,
    };
    let events = operation["events"].as_array();
    operation["author"] == answer.agent.as_str() && events.is_some_and(|events| events.iter().any(is_it))
}

/// Claiming one's own task again changes nothing. Like any call it renews the agent's claims that are due.
fn was_claimed_already(log: &[Value], operation: &Value, answer: &RecordedAnswer, what: &What) -> bool {
    let What::Claimed(task) = what else { return false };
    let before = log
        .iter()
        .take_while(|earlier| earlier["version"].as_u64() < operation["version"].as_u64());
    let last = before
        .flat_map(|earlier| earlier["events"].as_array().into_iter().flatten())
        .filter(|event| event["task"] == *task)
        .last();
    let is_own = last.is_some_and(|event| event["new"]["claim"]["agent"] == answer.agent.as_str());
    let events = operation["events"].as_array();
    is_own && operation["author"] == answer.agent.as_str() && events.is_some_and(|events| events.iter().all(is_renewal))
}

fn is_renewal(event: &Value) -> bool {
    let (old, new) = (&event["old"]["claim"], &event["new"]["claim"]);
    old.is_object() && old["agent"] == new["agent"] && old["fence"] == new["fence"]
}

/// Checks that no agent got a task that another agent had claimed. Returns how often an expired claim got a new owner.
pub fn check_claims(log: &[Value]) -> usize {
    let mut holders: BTreeMap<u64, Value> = BTreeMap::new();
    let mut taken_over = 0;
    for operation in log {
        for event in operation["events"].as_array().into_iter().flatten() {
            let Some(task) = event["task"].as_u64() else { continue };
            let author = &operation["author"];
            if let Some(claim) = holders.get(&task).filter(|claim| claim["agent"] != *author) {
                let left_ms = millis(&claim["until"]) - millis(&operation["at"]);
                // A process that had to wait uses an old time. A claim too far ahead of that time counts as expired.
                let is_over = left_ms <= 0 || left_ms > limits::LEASE_LEFT_MS_MAX;
                assert!(is_over, "task {task} was {claim} and {author} took it: {operation:#}");
                taken_over += 1;
            }
            match &event["new"]["claim"] {
                Value::Object(_) => holders.insert(task, event["new"]["claim"].clone()),
                _ => holders.remove(&task),
            };
        }
    }
    taken_over
}

/// The inverse of [`clock`](crate::r04_agent::clock).
fn millis(time: &Value) -> i64 {
    let time = time.as_str().and_then(|time| time.get(11..19)).unwrap_or_default();
    let parts = time.split(':').map(|part| part.parse().unwrap_or(0));
    parts.fold(0, |sum: i64, part: i64| sum * 60 + part) * 1000
}
