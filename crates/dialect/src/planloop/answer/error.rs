//! The answer when a call was not carried out.

use model::{Diagnostic, Severity};
use serde::Serialize;

use super::json::pretty;

pub const PLAN_VALIDATION_FAILED: &str = "plan_validation_failed";
pub const INVALID_PAYLOAD: &str = "invalid_payload";
pub const UNKNOWN_TASK: &str = "unknown_task";
pub const UNKNOWN_SIGNAL: &str = "unknown_signal";
pub const UNKNOWN_SESSION: &str = "unknown_session";
pub const NO_SESSION: &str = "no_session";
pub const TASK_NOT_READY: &str = "task_not_ready";
pub const TASK_TAKEN: &str = "task_taken";
pub const VERSION_CONFLICT: &str = "version_conflict";
pub const PLAN_NOT_COMPLETE: &str = "plan_not_complete";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorAnswer<'a> {
    pub error_type: &'a str,
    pub message: String,
    pub details: Vec<String>,
    pub diagnostics: &'a [Diagnostic],
    /// The session's version, where there is one.
    pub version: Option<u64>,
    pub hint: Option<String>,
}

#[derive(Serialize)]
struct ErrorShape<'a> {
    status: &'static str,
    error_type: &'a str,
    message: &'a str,
    details: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<DiagnosticShape<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
}

#[derive(Serialize)]
struct DiagnosticShape<'a> {
    rule: &'static str,
    severity: &'static str,
    message: &'a str,
    path: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    hint: Option<&'a str>,
}

pub fn error(answer: &ErrorAnswer<'_>) -> String {
    pretty(&ErrorShape {
        status: "error",
        error_type: answer.error_type,
        message: &answer.message,
        details: &answer.details,
        diagnostics: answer.diagnostics.iter().map(DiagnosticShape::from).collect(),
        hint: answer.hint.as_deref(),
        version: answer.version,
    })
}

/// The gates turned the payload down.
pub fn rejected(diagnostics: &[Diagnostic]) -> ErrorAnswer<'_> {
    let message = "The submitted plan is invalid and was rejected. You must fix the plan and resubmit.";
    faulty(PLAN_VALIDATION_FAILED, message, diagnostics)
}

/// The payload could not be read.
pub fn invalid(diagnostics: &[Diagnostic]) -> ErrorAnswer<'_> {
    let message = "The payload could not be read, and nothing was changed. Fix what is listed and send it again.";
    faulty(INVALID_PAYLOAD, message, diagnostics)
}

fn faulty<'a>(error_type: &'static str, message: &str, diagnostics: &'a [Diagnostic]) -> ErrorAnswer<'a> {
    ErrorAnswer {
        error_type,
        message: message.to_owned(),
        details: diagnostics
            .iter()
            .map(|diagnostic| diagnostic.message.clone())
            .collect(),
        diagnostics,
        version: None,
        hint: None,
    }
}

impl<'a> From<&'a Diagnostic> for DiagnosticShape<'a> {
    fn from(diagnostic: &'a Diagnostic) -> Self {
        let (line, column) = diagnostic.place.line_column.unzip();
        Self {
            rule: diagnostic.rule,
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: &diagnostic.message,
            path: diagnostic.place.path.as_deref(),
            line,
            column,
            hint: diagnostic.hint.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn check(answer: &ErrorAnswer<'_>, expected: &Value) {
        assert_eq!(serde_json::from_str::<Value>(&error(answer)).unwrap(), *expected);
    }

    #[test]
    fn a_rejected_plan_lists_every_fault_twice() {
        let fault = Diagnostic::error("task-type", "Task 'A' is missing the `type` field.")
            .at_path("add_tasks[0].type")
            .with_hint("Add it.");
        let expected = json!({
            "status": "error",
            "error_type": "plan_validation_failed",
            "message": "The submitted plan is invalid and was rejected. You must fix the plan and resubmit.",
            "details": ["Task 'A' is missing the `type` field."],
            "diagnostics": [{"rule": "task-type", "severity": "error", "message": "Task 'A' is missing the `type` field.",
                "path": "add_tasks[0].type", "line": null, "column": null, "hint": "Add it."}],
            "version": 4,
        });
        let faults = [fault];
        check(
            &ErrorAnswer {
                version: Some(4),
                ..rejected(&faults)
            },
            &expected,
        );
    }

    #[test]
    fn unreadable_text_has_a_line() {
        let faults = [Diagnostic::error("payload-json", "No.").at_line(2, 3)];
        let answer: Value = serde_json::from_str(&error(&invalid(&faults))).unwrap();
        assert_eq!(answer["error_type"], "invalid_payload");
        assert_eq!(answer["diagnostics"][0]["line"], 2);
        assert_eq!(answer["diagnostics"][0]["column"], 3);
    }

    #[test]
    fn other_errors_are_short() {
        let answer = ErrorAnswer {
            error_type: NO_SESSION,
            message: "There is no session.".into(),
            details: Vec::new(),
            diagnostics: &[],
            version: None,
            hint: Some("Run `planloop start`.".into()),
        };
        let expected = json!({"status": "error", "error_type": "no_session", "message": "There is no session.",
            "details": [], "hint": "Run `planloop start`."});
        check(&answer, &expected);
    }
}
