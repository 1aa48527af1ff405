//! Problems of files and inputs: as JSON, in short, and with the lines that they are about.

mod snippet;

use dialect::text::json::pretty;
use dialect::text::plural;
use model::{Diagnostic, Severity};
use serde_json::{Value, json};

use crate::show::style::{ERROR, paint};

pub use snippet::snippets;

/// Looks up the text behind a path of a diagnostic.
pub type SourceOf<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A list of objects.
pub fn diagnostics_value(diagnostics: &[Diagnostic]) -> Value {
    diagnostics.iter().map(value).collect()
}

fn value(diagnostic: &Diagnostic) -> Value {
    let (line, column) = diagnostic.place.line_column.unzip();
    json!({
        "rule": diagnostic.rule.name,
        "severity": severity_word(diagnostic.severity),
        "message": diagnostic.message,
        "path": diagnostic.place.path,
        "line": line,
        "column": column,
        // Bytes of the file.
        "span": diagnostic.place.span.as_ref().map(|span| [span.start, span.end]),
        "hint": diagnostic.hint,
    })
}

pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

pub(crate) fn errors(diagnostics: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
}

/// `2 errors, 1 warning`
pub(crate) fn tally(diagnostics: &[Diagnostic]) -> String {
    let errors = errors(diagnostics).count();
    let warnings = diagnostics.len() - errors;
    match (errors, warnings) {
        (0, warnings) => plural(warnings, "warning"),
        (errors, 0) => plural(errors, "error"),
        (errors, warnings) => format!("{}, {}", plural(errors, "error"), plural(warnings, "warning")),
    }
}

/// The answer of a command that did nothing because files or inputs are invalid.
pub(crate) fn invalid_json(message: &str, details: &[String], diagnostics: &[Diagnostic]) -> String {
    pretty(&json!({
        "status": "error",
        "error_type": PLAN_VALIDATION_FAILED,
        "message": message,
        "details": details,
        "diagnostics": diagnostics_value(diagnostics),
    }))
}

/// The diagnostics with their source lines, and the message.
pub(crate) fn invalid_text(message: &str, diagnostics: &[Diagnostic], source_of: SourceOf<'_>) -> String {
    let shown = snippets(diagnostics, source_of);
    format!("{shown}{}: {message}\n", paint(ERROR, "error"))
}

pub const PLAN_VALIDATION_FAILED: &str = "plan_validation_failed";
