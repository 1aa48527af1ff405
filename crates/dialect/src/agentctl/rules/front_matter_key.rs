use super::front::Verdict;
use super::{FRONT_MATTER_KEY, quoted};

pub(super) fn unknown(given: &str, meant: Option<&str>, allowed: &[&str]) -> Verdict {
    let allowed: Vec<_> = allowed.iter().map(|key| format!("`{key}`")).collect();
    let list = match allowed.as_slice() {
        [only] => format!("The only key here is {only}."),
        all => format!("The keys here are {}.", all.join(", ")),
    };
    let hint = match meant {
        Some(meant) => format!("Did you mean `{meant}`? {list}"),
        None => format!("{list} Everything else belongs in the body."),
    };
    said(format!("There is no key {}.", quoted(given)), hint)
}

pub(super) fn repeated(key: &str) -> Verdict {
    said(
        format!("The key {} stands there more than once.", quoted(key)),
        "Give every key once; put several values into one list.".to_owned(),
    )
}

pub(super) fn odd() -> Verdict {
    said(
        "A key must be a plain word.".to_owned(),
        "Write `key: value`, one per line.".to_owned(),
    )
}

fn said(message: String, hint: String) -> Verdict {
    Verdict {
        rule: FRONT_MATTER_KEY,
        message,
        hint,
    }
}
