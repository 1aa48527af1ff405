use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::spelling::nearest;
use crate::teddy::rules::quoted;

pub const RULE: Rule = Rule {
    name: "memo-missing",
    severity: Severity::Error,
    summary: "A memo that is removed is there, letter for letter.",
    why: "Otherwise a memo that should be forgotten stays, and nobody notices.",
    bad: Example::memos("## Memos\n````\n[-] use pnpm\n````\n"),
    good: Example::memos("## Memos\n````\n[-] Use pnpm.\n````\n"),
};

/// Memos named in a hint.
const LISTED_MAX: usize = 5;

pub(in crate::teddy::check) fn fault(span: Range<usize>, memo: &str, known: &[&str]) -> Diagnostic {
    RULE.broken(format!("There is no memo {}.", quoted(memo)))
        .at_span(span)
        .with_hint(hint(memo, known))
}

fn hint(memo: &str, known: &[&str]) -> String {
    if known.is_empty() {
        return "There are no memos. Remove this line.".to_owned();
    }
    if let Some(meant) = meant(memo, known) {
        return format!("Did you mean {}? Copy it exactly.", quoted(meant));
    }
    let listed: Vec<String> = known.iter().take(LISTED_MAX).map(|memo| quoted(memo)).collect();
    let more = if known.len() > LISTED_MAX { ", …" } else { "" };
    format!(
        "Copy the memo exactly, or remove this line. There is {}{more}.",
        listed.join(", ")
    )
}

/// The memo that says the same but for case, blanks and punctuation, or all but for two letters.
fn meant<'a>(memo: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
            .to_lowercase()
    };
    let wanted = letters(memo);
    let same = known.iter().copied().find(|known| letters(known) == wanted);
    same.or_else(|| nearest(memo, known.iter().copied()))
}
