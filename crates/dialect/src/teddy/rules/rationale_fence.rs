use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "rationale-fence",
    severity: Severity::Warning,
    summary: "The rationale is a fenced text.",
    why: "Its headings would otherwise be headings of the plan.",
    bad: Example::rationale(
        "\
## Rationale
### 1. Synthesis
The tests pass.

### 2. Justification
One file is missing.

### 3. Expected Outcome
The file exists.

### 4. State Dashboard
Done: 1 of 2.
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

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "The rationale is not in a fence.";
    let hint = "Put a line ````text before it and a line ```` after it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
