//! The answer of `check`: what is wrong with a file.

use dialect::text::json::pretty;
use dialect::text::plural;
use dialect::text::visible::visible;
use model::{Diagnostic, Severity};
use serde_json::json;

use crate::diagnostics::snippets;
use crate::diagnostics::{diagnostics_value, severity_word};
use crate::show::style::{ERROR, GOOD, WARNING, paint};

pub fn faults_json(diagnostics: &[Diagnostic]) -> String {
    pretty(&json!({"diagnostics": diagnostics_value(diagnostics)}))
}

/// Each with its source line, and how many they are.
pub fn faults_text(diagnostics: &[Diagnostic], path: &str, source: &str) -> String {
    let shown = snippets(diagnostics, &|asked| (asked == path).then(|| source.to_owned()));
    let errors = count(diagnostics, Severity::Error);
    let warnings = count(diagnostics, Severity::Warning);
    let tally = match (errors, warnings) {
        (0, 0) => paint(GOOD, "no fault"),
        (0, warnings) => paint(WARNING, plural(warnings, "warning")),
        (errors, 0) => paint(ERROR, plural(errors, "error")),
        (errors, warnings) => format!(
            "{}, {}",
            paint(ERROR, plural(errors, "error")),
            paint(WARNING, plural(warnings, "warning"))
        ),
    };
    format!("{shown}{}: {tally}\n", visible(path))
}

/// Workflow commands that GitHub shows beside the lines of a change.
pub fn faults_github(diagnostics: &[Diagnostic], path: &str) -> String {
    diagnostics.iter().map(|fault| annotation(fault, path)).collect()
}

fn annotation(fault: &Diagnostic, path: &str) -> String {
    let place = fault
        .place
        .line_column
        .map(|(line, column)| format!(",line={line},col={column}"));
    let hint = fault
        .hint
        .as_deref()
        .map(|hint| format!("\n{hint}"))
        .unwrap_or_default();
    format!(
        "::{} file={}{},title={}::{}\n",
        severity_word(fault.severity),
        property(fault.place.path.as_deref().unwrap_or(path)),
        place.unwrap_or_default(),
        property(fault.rule.name),
        data(&format!("{}{hint}", fault.message)),
    )
}

/// What would end a workflow command is written in its escapes.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

fn count(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    diagnostics.iter().filter(|fault| fault.severity == severity).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault() -> Diagnostic {
        let mut fault = Diagnostic::error(dialect::teddy::rules::document::TITLE_MISSING, "50% is,\nmissing")
            .at_path("plan.md")
            .at_line(1, 3)
            .with_hint("Write one.");
        fault.place.span = Some(2..4);
        fault
    }

    #[test]
    fn github_gets_one_line_each() {
        assert_eq!(
            faults_github(&[fault().at_path("a,b:plan.md")], "plan.md"),
            "::error file=a%2Cb%3Aplan.md,line=1,col=3,title=title-missing::50%25 is,%0Amissing%0AWrite one.\n"
        );
    }
}
