//! A diagnostic on the wire.

use std::ops::Range;

use model::{Diagnostic, Severity};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct FaultShape<'a> {
    rule: &'static str,
    severity: &'static str,
    message: &'a str,
    path: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    /// Bytes of the file.
    span: Option<[usize; 2]>,
    hint: Option<&'a str>,
}

pub(crate) fn shapes(diagnostics: &[Diagnostic]) -> Vec<FaultShape<'_>> {
    diagnostics.iter().map(FaultShape::from).collect()
}

pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

impl<'a> From<&'a Diagnostic> for FaultShape<'a> {
    fn from(fault: &'a Diagnostic) -> Self {
        let (line, column) = fault.place.line_column.unzip();
        Self {
            rule: fault.rule,
            severity: severity_word(fault.severity),
            message: &fault.message,
            path: fault.place.path.as_deref(),
            line,
            column,
            span: fault.place.span.clone().map(|Range { start, end }| [start, end]),
            hint: fault.hint.as_deref(),
        }
    }
}
