//! Which agent an arbiter chooses.

use model::Diagnostic;

use super::json;
use super::lenient;
use crate::planloop::faults::Faults;
use crate::planloop::payload::fault::ticked;
use crate::planloop::payload::fields;
use crate::planloop::payload::way::Way;

const FIELDS: [&str; 2] = ["agent", "reasoning"];

/// Reads `{"agent": "…", "reasoning": "…"}`. The name is given as it stands among `agents`, whatever its case.
pub fn read_choice(answer: &str, agents: &[&str]) -> (Option<String>, Vec<Diagnostic>) {
    let (json, mut diagnostics) = match json::find(answer, |top| top.is_object_with(&FIELDS[..1])) {
        Ok((found, json)) => (json, found.notes),
        Err(faults) => return (None, faults),
    };
    let mut faults = Faults::default();
    let mut choice = None;
    for (field, value) in fields::object(json, &Way::Top, &FIELDS, &mut faults) {
        let way = Way::Top.field(field);
        let text = fields::text(value, &way, &mut faults);
        if field == FIELDS[0]
            && let Some(name) = text
        {
            choice = agents.iter().find(|known| known.eq_ignore_ascii_case(name.trim()));
            if choice.is_none() {
                let hint = format!("Choose one of {}.", ticked(agents));
                faults.bad_value(&way, "The chosen agent does not exist.".to_owned(), hint);
            }
        }
    }
    diagnostics.extend(lenient(faults.into_diagnostics()));
    (choice.map(|name| (*name).to_owned()), diagnostics)
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
