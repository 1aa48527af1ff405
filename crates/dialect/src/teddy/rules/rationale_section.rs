use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "rationale-section",
    severity: Severity::Error,
    summary: "The rationale has four sections, in their order.",
    why: "They make sure that the outcome before, the reason, the expectation and the state are thought through.",
    bad: Example::rationale(
        "\
## Rationale
````text
### 1. Synthesis
The tests pass.

### 3. Expected Outcome
The file exists.

### 4. State Dashboard
Done: 1 of 2.
````
",
    ),
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

pub(in crate::teddy) fn missing(span: Range<usize>, number: usize, name: &str) -> Diagnostic {
    let message = format!("The rationale has no section `{number}. {name}`.");
    let hint = format!(
        "Add `### {number}. {name}` in its place; the order is Synthesis, Justification, Expected Outcome, State Dashboard."
    );
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn misplaced(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("The section `{name}` is not in its place.");
    let hint = "The order is Synthesis, Justification, Expected Outcome, State Dashboard, each once.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
