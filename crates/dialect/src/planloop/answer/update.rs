//! The answer of `planloop update`.

use model::{OpVersion, TaskNumber};
use serde::Serialize;

use super::STATUS_COMMAND;
use super::json::pretty;
use crate::address::Address;

#[derive(Serialize)]
struct UpdateShape<'a> {
    status: &'static str,
    message: &'static str,
    version: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    task_ids: Vec<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
    next_command: String,
}

/// In a dry run, `version` is the unchanged one and `added` the numbers that the tasks would get.
pub fn updated(
    address: &Address<'_>,
    version: OpVersion,
    warnings: &[String],
    dry_run: bool,
    added: &[TaskNumber],
) -> String {
    let message = if dry_run {
        "The update is valid. Nothing was changed."
    } else {
        "State updated successfully."
    };
    pretty(&UpdateShape {
        status: "success",
        message,
        version: version.0,
        task_ids: added.iter().map(|number| number.0).collect(),
        warnings,
        dry_run,
        next_command: address.on(STATUS_COMMAND),
    })
}

#[cfg(test)]
mod tests {
    use model::ThreadId;
    use serde_json::{Value, json};

    use super::*;

    fn check(text: &str, expected: &Value) {
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), *expected);
    }

    #[test]
    fn says_only_what_happened() {
        let plain = json!({"status": "success", "message": "State updated successfully.", "version": 3,
            "next_command": "planloop status --json"});
        check(&updated(&Address::NONE, OpVersion(3), &[], false, &[]), &plain);
        let full = json!({"status": "success", "message": "State updated successfully.", "version": 3,
            "task_ids": [2, 3], "warnings": ["Careful."], "next_command": "planloop status --json"});
        check(
            &updated(
                &Address::NONE,
                OpVersion(3),
                &["Careful.".into()],
                false,
                &[TaskNumber(2), TaskNumber(3)],
            ),
            &full,
        );
        let dry = json!({"status": "success", "message": "The update is valid. Nothing was changed.", "version": 3,
            "task_ids": [2], "dry_run": true, "next_command": "planloop status --json"});
        check(
            &updated(&Address::NONE, OpVersion(3), &[], true, &[TaskNumber(2)]),
            &dry,
        );
        let thread_2 = Address {
            thread: ThreadId(2),
            ..Address::NONE
        };
        let elsewhere = updated(&thread_2, OpVersion(3), &[], false, &[]);
        assert!(elsewhere.contains("planloop status --json --thread 2"), "{elsewhere}");
    }
}
