use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "wrapped-plan",
    severity: Severity::Warning,
    summary: "The plan is the document, not a block inside of it.",
    why: "Fences around the plan end at the first fence inside that looks like their end.",
    bad: Example::plan(
        "\
```markdown
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

## Action Plan

### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
```
",
    ),
    good: Example::plan(
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

## Action Plan

### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "The whole plan stands inside a fence.";
    let hint = "Write the plan without a fence around it.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
