//! The answer when folders break rules: every fault of every folder, and nothing done.

use model::{Diagnostic, Severity};
use serde::Serialize;

use super::json::pretty;
use super::{SourceOf, counted};
use crate::native::fault::{FaultShape, shapes};
use crate::native::style::{ERROR, paint};
use crate::snippet::snippets;

pub const PLAN_VALIDATION_FAILED: &str = "plan_validation_failed";

#[derive(Serialize)]
struct RejectedShape<'a> {
    status: &'static str,
    error_type: &'static str,
    message: String,
    details: Vec<String>,
    diagnostics: Vec<FaultShape<'a>>,
}

pub fn rejected_json(diagnostics: &[Diagnostic]) -> String {
    pretty(&RejectedShape {
        status: "error",
        error_type: PLAN_VALIDATION_FAILED,
        message: message(diagnostics),
        details: diagnostics.iter().filter(|fault| is_error(fault)).map(detail).collect(),
        diagnostics: shapes(diagnostics),
    })
}

/// The faults with their source lines, and how many they are.
pub fn rejected_text(diagnostics: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    let shown = snippets(diagnostics, source_of);
    format!("{shown}{}: {}\n", paint(ERROR, "error"), message(diagnostics))
}

/// `2 errors, 1 warning`
pub(crate) fn tally(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|fault| is_error(fault)).count();
    let warnings = diagnostics.len() - errors;
    match (errors, warnings) {
        (0, warnings) => counted(warnings, "warning"),
        (errors, 0) => counted(errors, "error"),
        (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}

fn message(diagnostics: &[Diagnostic]) -> String {
    let tally = tally(diagnostics);
    format!("The plan files are invalid ({tally}), and nothing was committed. Fix every error, and try again.")
}

fn detail(fault: &Diagnostic) -> String {
    let path = fault.place.path.as_deref().unwrap_or_default();
    match fault.place.line_column {
        Some((line, column)) => format!("{path}:{line}:{column}: {}", fault.message),
        None if path.is_empty() => fault.message.clone(),
        None => format!("{path}: {}", fault.message),
    }
}

fn is_error(fault: &Diagnostic) -> bool {
    fault.severity == Severity::Error
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::agentctl::testing::{PLAN, folder, read_folder, task_text};

    fn faults() -> Vec<Diagnostic> {
        let task = task_text("id: A\nagent: my-bot");
        read_folder(&folder(Some(PLAN), &[("01-a.md", &task), ("x.txt", "")])).1
    }

    #[test]
    fn machines_get_every_place() {
        let answer: Value = serde_json::from_str(&rejected_json(&faults())).unwrap();
        assert_eq!(
            (&answer["status"], &answer["error_type"]),
            (&json!("error"), &json!("plan_validation_failed"))
        );
        assert!(answer["message"].as_str().unwrap().contains("2 errors, 1 warning"));
        assert_eq!(answer["details"].as_array().unwrap().len(), 2);
        assert!(
            answer["details"][0]
                .as_str()
                .unwrap()
                .starts_with("/p/tasks/01-a.md:2:5: The id")
        );
        let expected = json!({
            "rule": "task-id", "severity": "error", "path": "/p/tasks/01-a.md", "line": 2, "column": 5,
            "span": [8, 9], "hint": "Write it like `a`.",
            "message": "The id `A` is not valid: it must be lower-case words and digits joined by single dashes.",
        });
        assert_eq!(answer["diagnostics"][0], expected);
        assert_eq!(answer["diagnostics"][2]["line"], Value::Null);
    }

    #[test]
    fn people_get_snippets_and_a_count() {
        let text = rejected_text(&faults(), &|_| Some(task_text("id: A\nagent: my-bot")));
        assert!(text.contains("id: A") && text.contains("Write it like `a`."), "{text}");
        let last = text.lines().last().unwrap();
        assert!(last.contains("(2 errors, 1 warning)"), "{last}");
    }
}
