//! What the judge of a plan answers.

use model::{Diagnostic, Severity};

use super::json;
use super::lenient;
use crate::planloop::faults::Faults;
use crate::planloop::payload::fields;
use crate::planloop::payload::tree::Json;
use crate::planloop::payload::way::Way;

const FIELDS: [&str; 2] = ["is_approved", "feedback"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgment {
    pub is_approved: bool,
    /// Empty only where the plan is approved.
    pub feedback: String,
}

/// `None` if it cannot be told whether the plan is approved: nothing is ever approved by a guess.
pub fn read_judgment(answer: &str) -> (Option<Judgment>, Vec<Diagnostic>) {
    let (json, mut diagnostics) = match json::find(answer, |top| top.is_object_with(&FIELDS)) {
        Ok((found, json)) => (json, found.notes),
        Err(faults) => return (None, faults),
    };
    let mut faults = Faults::default();
    let judgment = judgment(json, &mut faults);
    diagnostics.extend(lenient(faults.into_diagnostics()));
    let is_sound = diagnostics.iter().all(|fault| fault.severity == Severity::Warning);
    (judgment.filter(|_| is_sound), diagnostics)
}

fn judgment(json: Json, faults: &mut Faults) -> Option<Judgment> {
    let (mut is_approved, mut feedback) = (None, None);
    let known = fields::object(json, &Way::Top, &FIELDS, faults);
    let has = |field: &str| known.iter().any(|(name, _)| *name == field);
    let (has_verdict, has_feedback) = (has("is_approved"), has("feedback"));
    for (field, value) in known {
        let way = Way::Top.field(field);
        match (field, value) {
            ("is_approved", Json::Bool(value)) => is_approved = Some(value),
            ("is_approved", other) => faults.wrong_type(&way, "true or false", &other),
            (_, value) => feedback = fields::text(value, &way, faults),
        }
    }
    if !has_verdict {
        faults.missing_field(&Way::Top, "is_approved", "Say true or false.");
    }
    if !has_feedback && is_approved != Some(true) {
        faults.missing_field(&Way::Top, "feedback", "Say what should be better.");
    }
    let feedback = feedback.unwrap_or_default();
    if has_feedback && is_approved == Some(false) && feedback.trim().is_empty() {
        let hint = "Say in a sentence or two what must change.";
        faults.empty(&Way::Top.field("feedback"), "A plan is refused without a reason.", hint);
    }
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
