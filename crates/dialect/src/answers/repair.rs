//! The one request to put right an answer that cannot be read.

use std::fmt::Write;

use model::{Diagnostic, Severity};

use crate::teddy::markdown::{Page, code, inline};

/// Faults that are listed. Whoever mends these has mended most of the rest.
const FAULTS_MAX: usize = 50;

/// What kind of answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A plan in Markdown.
    Proposal,
    /// `{"tasks": […]}`
    Tasks,
    /// `{"is_approved": …, "feedback": …}`
    Judgment,
    /// `{"plan": {"steps": […]}, "reasoning": …}`
    Plan,
    /// `{"steps": […], "changes": …, "reasoning": …}`
    Replan,
}

impl Form {
    pub const ALL: [Self; 5] = [Self::Proposal, Self::Tasks, Self::Judgment, Self::Plan, Self::Replan];

    fn wanted(self) -> &'static str {
        match self {
            Self::Proposal => {
                "one plan in Markdown that begins with its `# Title`, with `## Rationale` and `## Action Plan`, and at \
                 least one action. No text before or after it, no fence around it"
            }
            Self::Tasks => {
                "one JSON object of the form `{\"tasks\": [{\"title\": …, \"type\": …, \"dependencies\": […], \
                 \"context_hints\": […], \"relevant_file_paths\": […]}]}` and nothing else"
            }
            Self::Judgment => {
                "one JSON object of the form `{\"is_approved\": true, \"feedback\": \"…\"}` and nothing else"
            }
            Self::Plan => {
                "one JSON object of the form `{\"plan\": {\"steps\": [{\"description\": …}]}, \"reasoning\": \"…\"}` and \
                 nothing else"
            }
            Self::Replan => {
                "one JSON object of the form `{\"steps\": [{\"description\": …}], \"changes\": \"…\", \"reasoning\": \
                 \"…\"}` and nothing else"
            }
        }
    }
}

/// What is said to the model: what is wrong, where, the form that is wanted, and its own answer. Errors come first.
pub fn repair_request(answer: &str, faults: &[Diagnostic], form: Form) -> String {
    let mut sorted: Vec<_> = faults.iter().collect();
    sorted.sort_by_key(|fault| fault.severity);
    let left_out = sorted.len().saturating_sub(FAULTS_MAX);
    sorted.truncate(FAULTS_MAX);

    let mut page = Page::default();
    page.line("Your answer could not be read or used. Put right what is wrong, leave the rest as it is, and answer once more.");
    page.heading(2, "What is wrong");
    for fault in sorted {
        page.line(&entry(fault));
        if let Some(hint) = fault.hint.as_deref().filter(|hint| !hint.trim().is_empty()) {
            page.line(&format!("  Hint: {}", inline(hint.trim())));
        }
    }
    if left_out > 0 {
        page.line(&format!("- {left_out} more faults are not listed."));
    }
    page.heading(2, "What is wanted");
    page.line(&format!("Answer with {}.", form.wanted()));
    page.heading(2, "Your answer");
    page.fence("text", answer);
    page.text
}

fn entry(fault: &Diagnostic) -> String {
    let mut line = format!("- {} (", inline(&fault.message));
    if let Some((number, column)) = fault.place.line_column {
        // Writing to a string cannot fail.
        let _ = write!(line, "line {number}, column {column}, ");
    }
    if fault.severity == Severity::Warning {
        line.push_str("warning ");
    }
    line.push_str(&code(fault.rule.name));
    line.push(')');
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::{plan_in, read_judgment};

    #[test]
    fn the_model_learns_what_is_wrong_and_what_is_wanted() {
        let answer = "{\"is_approved\": yes}\n`````";
        let text = repair_request(answer, &read_judgment(answer).1, Form::Judgment);
        assert!(text.contains("(line 1, column 17, `answer-json`)\n  Hint: "), "{text}");
        assert!(
            text.contains("\nAnswer with one JSON object of the form `{\"is_approved\""),
            "{text}"
        );
        assert!(text.ends_with(&format!("``````text\n{answer}\n``````\n")), "{text}");
    }

    #[test]
    fn a_plan_that_cannot_be_read_is_asked_for_again() {
        let found = plan_in("No plan.");
        let text = repair_request("No plan.", &found.diagnostics, Form::Proposal);
        assert!(
            text.contains("`title-missing`") && text.contains("`action-missing`"),
            "{text}"
        );
    }

    #[test]
    fn a_flood_of_faults_is_cut() {
        let faults = vec![Diagnostic::error(crate::rules::ANY, "Bad."); 80];
        let text = repair_request("", &faults, Form::Tasks);
        assert_eq!(text.matches("- Bad. (`x`)\n").count(), FAULTS_MAX);
        assert!(text.contains("- 30 more faults are not listed.\n"));
    }
}
