//! A file's text, and the places in it.

use std::ops::Range;
use std::slice;

use model::{Diagnostic, Rule, Severity};

use crate::data::locate;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source<'a> {
    pub path: String,
    pub text: &'a str,
}

impl Source<'_> {
    pub fn error(&self, rule: &'static Rule, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        let diagnostic = Diagnostic::error(rule, message).at_path(self.path.as_str());
        let mut diagnostic = diagnostic.at_span(span.clone());
        locate(self.text, slice::from_mut(&mut diagnostic));
        diagnostic
    }

    pub fn warning(&self, rule: &'static Rule, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..self.error(rule, span, message)
        }
    }
}
