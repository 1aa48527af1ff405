//! Which agent an arbiter chooses.

use model::Diagnostic;

use super::json::read_answer;
use crate::data::ticked;

const FIELDS: [&str; 2] = ["agent", "reasoning"];

/// Reads `{"agent": "…", "reasoning": "…"}`. The name is given as it stands among `agents`, whatever its case.
pub fn read_choice(answer: &str, agents: &[&str]) -> (Option<String>, Vec<Diagnostic>) {
    read_answer(
        answer,
        |top| top.is_object_with(&FIELDS[..1]),
        |top, log| {
            let mut choice = None;
            for (name, field) in top.object(&FIELDS, log) {
                let Some(text) = field.text(log).filter(|_| name == FIELDS[0]) else {
                    continue;
                };
                choice = agents.iter().find(|known| known.eq_ignore_ascii_case(text.trim()));
                if choice.is_none() {
                    let hint = format!("Choose one of {}.", ticked(agents));
                    log.bad_value(&field, "The chosen agent does not exist.".to_owned(), &hint);
                }
            }
            choice.map(|name| (*name).to_owned())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_agents_are_chosen() {
        for (answer, expected) in [
            ("{\"agent\": \"tester\"}", Some("tester")),
            ("Well, {\"agent\": \" Tester \", \"reasoning\": \"x\"}", Some("tester")),
            ("tester", None),
            ("{\"agent\": \"nobody\"}", None),
            ("{\"agent\": null}", None),
        ] {
            let (choice, faults) = read_choice(answer, &["developer", "tester"]);
            assert_eq!(choice.as_deref(), expected, "{answer}");
            assert_eq!(faults.is_empty(), expected.is_some(), "{answer}");
        }
    }
}
