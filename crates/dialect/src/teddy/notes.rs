//! The source, and what was noticed while reading it.

use std::ops::Range;

use model::{Diagnostic, Severity, limits};

use crate::data::locate;

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
        locate(self.source, &mut self.found);
        self.found
    }
}
