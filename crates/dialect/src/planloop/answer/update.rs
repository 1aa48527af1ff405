//! The answer of `planloop update`.

use std::borrow::Cow;

use model::{OpVersion, Signal, TaskNumber};
use serde::Serialize;

use super::json::pretty;
use super::{STATUS_COMMAND, clear_command};
use crate::address::Address;

#[derive(Serialize)]
struct UpdateShape<'a> {
    status: &'static str,
    message: &'static str,
    version: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    task_ids: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Cow<'a, str>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
    next_command: String,
}

#[derive(Debug, Clone, Copy)]
pub struct UpdateView<'a> {
    pub address: Address<'a>,
    /// In a dry run the unchanged one.
    pub version: OpVersion,
    /// What still stops everybody.
    pub blockers: &'a [Signal],
    pub warnings: &'a [String],
    pub dry_run: bool,
    /// In a dry run the numbers that the tasks would get.
    pub added: &'a [TaskNumber],
}

pub fn updated(view: &UpdateView<'_>) -> String {
    let message = if view.dry_run {
        "The update is valid. Nothing was changed."
    } else {
        "State updated successfully."
    };
    let blockers = view
        .blockers
        .iter()
        .map(|signal| still_open(signal, &view.address).into());
    let warnings = view.warnings.iter().map(|warning| warning.as_str().into());
    pretty(&UpdateShape {
        status: "success",
        message,
        version: view.version.0,
        task_ids: view.added.iter().map(|number| number.0).collect(),
        warnings: blockers.chain(warnings).collect(),
        dry_run: view.dry_run,
        next_command: view.address.on(STATUS_COMMAND),
    })
}

/// Work may be reported below a blocker, so that its own fix can be.
fn still_open(signal: &Signal, address: &Address<'_>) -> String {
    format!(
        "Signal '{}' is still open ({}). Clear it with `{}` once it is fixed.",
        signal.id,
        signal.message,
        address.on(clear_command(&signal.id))
    )
}

#[cfg(test)]
mod tests {
    use model::{Level, ThreadId};
    use serde_json::{Value, json};

    use super::*;
    use crate::planloop::answer::testing;

    const VIEW: UpdateView<'static> = UpdateView {
        address: Address::NONE,
        version: OpVersion(3),
        blockers: &[],
        warnings: &[],
        dry_run: false,
        added: &[],
    };

    fn check(text: &str, expected: &Value) {
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), *expected);
    }

    #[test]
    fn says_only_what_happened() {
        let plain = json!({"status": "success", "message": "State updated successfully.", "version": 3,
            "next_command": "planloop status --json"});
        check(&updated(&VIEW), &plain);
        let full = json!({"status": "success", "message": "State updated successfully.", "version": 3,
            "task_ids": [2, 3], "warnings": ["Careful."], "next_command": "planloop status --json"});
        let view = UpdateView {
            warnings: &["Careful.".into()],
            added: &[TaskNumber(2), TaskNumber(3)],
            ..VIEW
        };
        check(&updated(&view), &full);
        let dry = json!({"status": "success", "message": "The update is valid. Nothing was changed.", "version": 3,
            "task_ids": [2], "dry_run": true, "next_command": "planloop status --json"});
        let view = UpdateView {
            dry_run: true,
            added: &[TaskNumber(2)],
            ..VIEW
        };
        check(&updated(&view), &dry);
    }

    #[test]
    fn suggests_commands_for_the_same_thread() {
        let address = Address {
            thread: Some(ThreadId(2)),
            ..Address::NONE
        };
        let blockers = &[testing::signal("red", Level::Blocker, "Tests fail")];
        let view = UpdateView {
            address,
            blockers,
            ..VIEW
        };
        let elsewhere = updated(&view);
        assert!(elsewhere.contains("planloop status --json --thread 2"), "{elsewhere}");
        assert!(
            elsewhere.contains("planloop alert --close --id red --thread 2"),
            "{elsewhere}"
        );
    }
}
