//! Faults as a list of Markdown, for a report and for the planner.

use std::fmt::Write;

use model::{Diagnostic, Severity};

use super::markdown::{Page, code, inline};
use super::subject::Subjects;

/// ``- `EDIT` on `pyproject.toml`: what is wrong (line 12, `rule`)``, then the hint.
pub(super) fn list_faults(page: &mut Page, faults: &[Diagnostic], subjects: &Subjects) {
    for fault in faults {
        let subject = subjects.name(fault).unwrap_or("Plan");
        let mut line = format!("- {subject}: {} (", inline(&fault.message));
        if let Some((number, _)) = fault.place.line_column {
            // Writing to a string cannot fail.
            let _ = write!(line, "line {number}, ");
        }
        if fault.severity == Severity::Warning {
            line.push_str("warning ");
        }
        line.push_str(&code(fault.rule.name));
        line.push(')');
        page.line(&line);
        match fault.hint.as_deref().map(str::trim_end) {
            None | Some("") => {}
            Some(hint) => hint_below(page, hint),
        }
    }
}

/// A hint may end in a diff, which keeps its lines.
fn hint_below(page: &mut Page, hint: &str) {
    let (first, rest) = hint.split_once('\n').unwrap_or((hint, ""));
    page.line(&format!("  Hint: {}", inline(first)));
    if !rest.trim().is_empty() {
        page.nested_fence(rest.trim_matches('\n'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_one_entry() {
        let mut page = Page::default();
        let fault = Diagnostic::error(
            crate::teddy::check::rules::edits::FIND_MISSING,
            "The FIND text is not in\nthe file.",
        )
        .at_line(12, 1)
        .with_hint("Nearest is line 3:\n-a\n+b");
        list_faults(
            &mut page,
            &[fault, Diagnostic::error(crate::rules::ANY, "# Odd.")],
            &Subjects::default(),
        );
        let expected = "- Plan: The FIND text is not in the file. (line 12, `find-missing`)\n  Hint: Nearest is line 3:\n  \
                        ````text\n  -a\n  +b\n  ````\n- Plan: # Odd. (`x`)\n";
        assert_eq!(page.text, expected);
    }
}
