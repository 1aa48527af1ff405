//! A diagnostic on the wire.

use std::ops::Range;

use model::{Diagnostic, Severity};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct DiagnosticShape<'a> {
    rule: &'static str,
    severity: &'static str,
    message: &'a str,
    path: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    /// Bytes of the file.
    span: Option<Range<usize>>,
    hint: Option<&'a str>,
}

pub(super) fn shapes<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<DiagnosticShape<'a>> {
    diagnostics.into_iter().map(DiagnosticShape::from).collect()
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
            span: diagnostic.place.span.clone(),
            hint: diagnostic.hint.as_deref(),
        }
    }
}
