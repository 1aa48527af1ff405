use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "rationale-missing",
    severity: Severity::Error,
    summary: "A plan says why.",
    why: "Whoever approves it must be able to judge it.",
    bad: Example::rationale("## Rationale\n"),
    good: Example::rationale(
        "\
## Rationale
````text
### 1. Synthesis
The tests pass.

### 2. Justification
One file is missing.

### 3. Expected Outcome
The file exists.

### 4. State Dashboard
Done: 1 of 2.
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "The plan has no rationale.";
    let hint = "Add `## Rationale` with a fenced text of four sections: Synthesis, Justification, Expected Outcome, State Dashboard.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn empty(span: Range<usize>) -> Diagnostic {
    let message = "The rationale is empty.";
    let hint = "Add a fenced text of four sections: Synthesis, Justification, Expected Outcome, State Dashboard.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
