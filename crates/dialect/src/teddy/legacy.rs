//! State that older versions kept only in sentences. Newer versions write a field, and read these sentences only where
//! the field is missing. The spellings are frozen.

use model::RelPath;

/// Whether the note of a finished task names the report of the turn that finished it. Newer: `Outcome::report`.
pub fn note_names_report(note: &str, report: &RelPath) -> bool {
    note.ends_with(&format!(" (report: {report})"))
}

/// Whether a report says that its plan was rejected. Newer: `rejected_plans` in the `meta.yaml` of the next turn.
pub fn reports_rejected_plan(report: &str) -> bool {
    let mut head = report.lines().take_while(|line| !line.starts_with("## "));
    head.any(|line| line == "- **Overall Status:** Validation Failed 🔴")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by the first version.
    const REPORT: &str = "# Execution Report: Greet the guests

- **Overall Status:** Validation Failed 🔴
- **Original Plan:** [.teddy/20261115-greet/01/plan.md](/.teddy/20261115-greet/01/plan.md)

## Validation Errors
";

    #[test]
    fn rejected_plans_of_older_versions_are_recognized() {
        assert!(reports_rejected_plan(REPORT));
        let other = REPORT.replace("Validation Failed 🔴", "Failed 🔴");
        assert!(!reports_rejected_plan(&other));
        let quoted = "## 1. Rationale\n- **Overall Status:** Validation Failed 🔴\n";
        assert!(!reports_rejected_plan(quoted));
    }

    #[test]
    fn outcomes_of_older_versions_name_their_report() {
        let report = |path| RelPath::new(path).unwrap();
        let note = "Greet the guests (report: .teddy/20261115-guide/02/report.md)";
        assert!(note_names_report(note, &report(".teddy/20261115-guide/02/report.md")));
        assert!(!note_names_report(note, &report(".teddy/20261115-guide/01/report.md")));
        assert!(!note_names_report(
            "Fine.",
            &report(".teddy/20261115-guide/02/report.md")
        ));
    }
}
