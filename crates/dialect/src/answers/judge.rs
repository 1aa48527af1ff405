//! What the judge of a plan answers.

use model::{Diagnostic, Severity};

use super::json::read_answer;
use crate::data::{Collector, Expected, Field, Value};

const FIELDS: [&str; 2] = ["is_approved", "feedback"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgment {
    pub is_approved: bool,
    /// Empty only where the plan is approved.
    pub feedback: String,
}

/// `None` if it cannot be told whether the plan is approved: nothing is ever approved by a guess.
pub fn read_judgment(answer: &str) -> (Option<Judgment>, Vec<Diagnostic>) {
    let (judgment, diagnostics) = read_answer(answer, |top| top.is_object_with(&FIELDS), judgment);
    let is_sound = diagnostics.iter().all(|fault| fault.severity == Severity::Warning);
    (judgment.filter(|_| is_sound), diagnostics)
}

fn judgment(top: &Field<'_>, log: &mut Collector<'_>) -> Option<Judgment> {
    let (mut is_approved, mut feedback) = (None, None);
    let known = top.object(&FIELDS, log);
    let find = |name: &str| known.iter().find(|(known, _)| *known == name).map(|(_, field)| field);
    match find("is_approved") {
        Some(field) => match field.node.value {
            Value::Bool(value) => is_approved = Some(value),
            _ => log.wrong_type(field, Expected::Bool, None),
        },
        None => log.missing_field(top, "is_approved", "Say true or false."),
    }
    match find("feedback") {
        Some(field) => {
            feedback = field.text(log);
            let is_blank = feedback.as_deref().is_none_or(|text| text.trim().is_empty());
            if is_approved == Some(false) && is_blank {
                let hint = "Say in a sentence or two what must change.";
                log.empty(field, "A plan is refused without a reason.", hint);
            }
        }
        None if is_approved != Some(true) => log.missing_field(top, "feedback", "Say what should be better."),
        None => {}
    }
    let feedback = feedback.unwrap_or_default();
    is_approved.map(|is_approved| Judgment { is_approved, feedback })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(answer: &str, expected: Option<(bool, &str)>) {
        let (judgment, diagnostics) = read_judgment(answer);
        let found = judgment
            .as_ref()
            .map(|found| (found.is_approved, found.feedback.as_str()));
        assert_eq!(found, expected, "{answer}\n{diagnostics:#?}");
    }

    #[test]
    fn a_judgment_is_read_strictly() {
        check(r#"{"is_approved": true, "feedback": ""}"#, Some((true, "")));
        check(r#"{"is_approved": true}"#, Some((true, "")));
        check(
            r#"{"is_approved": false, "feedback": "Split task 2."}"#,
            Some((false, "Split task 2.")),
        );
        check(
            "Fine.\n```json\n{\"is_approved\": true, \"feedback\": \"ok\",}\n```",
            Some((true, "ok")),
        );
        check(
            r#"{"is_approved": true, "feedback": "ok", "score": 9}"#,
            Some((true, "ok")),
        );
        for answer in [
            "",
            "is_approved: true",
            "{}",
            r#"{"approved": true}"#,
            r#"{"is_approved": "true", "feedback": ""}"#,
            r#"{"is_approved": 1, "feedback": ""}"#,
            r#"{"is_approved": null, "feedback": ""}"#,
            r#"{"is_approved": true, "feedback": ["a"]}"#,
            r#"{"is_approved": false}"#,
            r#"{"is_approved": false, "feedback": " "}"#,
            r#"{"feedback": "good"}"#,
            r#"{"is_approved": false, "is_approved": true, "feedback": "x"}"#,
        ] {
            check(answer, None);
        }
    }

    #[test]
    fn a_draft_in_a_thought_does_not_count() {
        let answer =
            "<think>{\"is_approved\": true, \"feedback\": \"\"}</think>{\"is_approved\": false, \"feedback\": \"No.\"}";
        check(answer, Some((false, "No.")));
    }
}
