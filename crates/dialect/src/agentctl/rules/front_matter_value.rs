use super::front::Verdict;
use super::{FRONT_MATTER_VALUE, quoted};

pub(super) fn wrong_type(key: &str, wanted: &str, found: &str, bare: Option<&str>) -> Verdict {
    let hint = match (bare, found, wanted) {
        (Some(bare), ..) => format!(
            "Put it into quotes if it is meant as text: {}.",
            quoted(&format!("\"{bare}\""))
        ),
        (_, "empty" | "null", "a list of texts") => format!("Write `{key}: []`, or leave the key out."),
        (_, "empty" | "null", "a text") if matches!(key, "title" | "id") => "Write a text after the colon.".to_owned(),
        (_, "empty" | "null", "a text") => "Write a value after the colon, or leave the key out.".to_owned(),
        (_, "empty" | "null", _) => "Write a text after the dash, or remove the entry.".to_owned(),
        (.., "a list of texts") => format!("Put the values into brackets: `{key}: [one, two]`."),
        (_, "a mapping", _) => "Put the text into quotes; a colon and a blank make it a mapping.".to_owned(),
        _ => format!("Write {wanted} here."),
    };
    Verdict {
        rule: FRONT_MATTER_VALUE,
        message: format!("`{key}` must hold {wanted}, but this is {found}."),
        hint,
    }
}
