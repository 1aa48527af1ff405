use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "action-plan-heading",
    severity: Severity::Warning,
    summary: "Actions stand below `## Action Plan`.",
    why: "The heading tells what will be done from what is only said.",
    bad: Example::plan(
        "\
# Add a greeting
- **Status:** Green 🟢
- **Plan Type:** Implementation
- **Agent:** Developer

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

### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
",
    ),
    good: Example::actions(
        "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This action does not stand below `## Action Plan`.";
    let hint = "Put the heading `## Action Plan` before the first action.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
