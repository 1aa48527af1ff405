use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "section-name",
    severity: Severity::Warning,
    summary: "Sections are named `Rationale`, `Memos` and `Action Plan`.",
    why: "Other tools look for exactly these names.",
    bad: Example::memos(
        "\
## 2. Memo
````
[+] The build uses make.
````
",
    ),
    good: Example::memos(
        "\
## Memos
````
[+] The build uses make.
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("This section should be named `{name}`.");
    let hint = format!("Write `## {name}`.");
    RULE.broken(message).at_span(span).with_hint(hint)
}
