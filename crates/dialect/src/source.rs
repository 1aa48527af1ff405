//! A file's text, and the places in it.

use std::ops::Range;

use model::{Diagnostic, Place, Rule, Severity};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source<'a> {
    pub path: String,
    pub text: &'a str,
}

impl Source<'_> {
    pub fn error(&self, rule: &'static Rule, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        let span = char_boundary(self.text, span.start)..char_boundary(self.text, span.end.max(span.start));
        Diagnostic {
            place: Place {
                path: Some(self.path.clone()),
                line_column: Some(line_column(self.text, span.start)),
                span: Some(span),
            },
            ..Diagnostic::error(rule, message)
        }
    }

    pub fn warning(&self, rule: &'static Rule, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..self.error(rule, span, message)
        }
    }
}

/// 1-based line and column, in characters. A byte order mark takes no column.
fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    let column = before[line_start..].trim_start_matches('\u{feff}').chars().count() + 1;
    (line, column)
}

fn char_boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let text = "\u{feff}é\r\n日本x";
        for (byte, place) in [
            (0, (1, 1)),
            (3, (1, 1)),
            (5, (1, 2)),
            (7, (2, 1)),
            (13, (2, 3)),
            (14, (2, 4)),
        ] {
            assert_eq!(line_column(text, byte), place, "{byte}");
        }
    }

    #[test]
    fn spans_stay_within_the_text() {
        let source = Source {
            path: "a".into(),
            text: "日",
        };
        for (span, expected) in [(1..2, 0..0), (0..9, 0..3), (3..3, 3..3)] {
            assert_eq!(source.error(crate::rules::ANY, &span, "m").place.span, Some(expected));
        }
    }
}
