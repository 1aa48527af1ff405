//! The source, and what was noticed while reading it.

use std::ops::Range;

use model::{Diagnostic, Severity, limits};

/// Why a text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Plan,
    /// To see whether an action that was written reads back.
    Trial,
}

pub(super) struct Notes<'a> {
    pub source: &'a str,
    pub purpose: Purpose,
    found: Vec<Diagnostic>,
    errors: usize,
}

impl<'a> Notes<'a> {
    pub fn new(source: &'a str, purpose: Purpose) -> Self {
        Self {
            source,
            purpose,
            found: Vec::new(),
            errors: 0,
        }
    }

    /// Beyond the limit nothing is noted, except that an error is never lost among warnings.
    pub fn add(&mut self, fault: Diagnostic) {
        let is_error = fault.severity == Severity::Error;
        if self.found.len() < limits::DIAGNOSTICS || (is_error && self.errors < limits::DIAGNOSTICS) {
            self.errors += usize::from(is_error);
            self.found.push(fault);
        }
    }

    pub fn text(&self, span: &Range<usize>) -> &'a str {
        &self.source[span.clone()]
    }

    /// All of it in source order, each once, with lines and columns.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        let key = |fault: &Diagnostic| {
            let span = fault.place.span.clone().unwrap_or_default();
            (span.start, span.end, fault.rule, fault.message.clone())
        };
        self.found.sort_by_cached_key(key);
        self.found.dedup();
        place(self.source, &mut self.found);
        self.found
    }
}

/// Fills in lines and columns in one pass over the source: the faults are in its order.
fn place(source: &str, faults: &mut [Diagnostic]) {
    let (mut line, mut column, mut at) = (1, 1, 0);
    for fault in faults {
        let Some(span) = &fault.place.span else { continue };
        let passed = &source[at..span.start];
        line += passed.bytes().filter(|byte| *byte == b'\n').count();
        let (last_line, first_column) = match passed.rfind('\n') {
            Some(end) => (&passed[end + 1..], 1),
            None => (passed, column),
        };
        let shown = match first_column {
            1 => last_line.trim_start_matches('\u{feff}'),
            _ => last_line,
        };
        let width = shown.chars().count();
        (column, at) = (first_column + width, span.start);
        fault.place.line_column = Some((line, column));
    }
}
