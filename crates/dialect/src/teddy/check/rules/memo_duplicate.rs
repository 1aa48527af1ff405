use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::rules::quoted;

pub const RULE: Rule = Rule {
    name: "memo-duplicate",
    severity: Severity::Error,
    summary: "A memo that is added is not there yet.",
    why: "A memory that says everything twice is read twice, and half of it is forgotten when one copy is removed.",
    bad: Example::memos("## Memos\n````\n[+] Use pnpm.\n````\n"),
    good: Example::memos("## Memos\n````\n[+] Use Rust.\n````\n"),
};

pub(in crate::teddy::check) fn fault(span: Range<usize>, memo: &str) -> Diagnostic {
    RULE.broken(format!("The memo {} is already remembered.", quoted(memo)))
        .at_span(span)
        .with_hint("Remove this line.")
}
