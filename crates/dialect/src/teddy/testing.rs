//! Plans for tests.

use model::{Rule, Severity};

use super::read;
use crate::rules::Example;

pub(super) const HEAD: &str = "\
# Add a greeting
- **Status:** Green 🟢
- **Plan Type:** Implementation
- **Agent:** Developer
";

pub(super) const RATIONALE: &str = "\
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
";

const READ: &str = "\
### `READ`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** Learn the rules.
";

/// The examples that show `.teddy/memos.yaml` and no part of a plan.
pub(super) const MEMO_FILE: &str = "yaml";

/// A plan that is as it should be, except for the example.
pub(super) fn plan_with(example: &Example) -> String {
    let text = example.text;
    match example.info {
        "markdown plan" => text.to_owned(),
        "markdown head" => format!("{text}\n{RATIONALE}\n## Action Plan\n\n{READ}"),
        "markdown rationale" => format!("{HEAD}\n{text}\n## Action Plan\n\n{READ}"),
        "markdown memos" => format!("{HEAD}\n{RATIONALE}\n{text}\n## Action Plan\n\n{READ}"),
        "markdown" => actions(text),
        MEMO_FILE => actions(READ),
        other => panic!("no part of a plan: {other}"),
    }
}

pub(super) fn actions(text: &str) -> String {
    format!("{HEAD}\n{RATIONALE}\n## Action Plan\n\n{text}")
}

/// The rules that a plan breaks, each once, in the order of the source.
pub(super) fn rules_of(source: &str) -> Vec<&'static Rule> {
    let mut rules: Vec<&Rule> = Vec::new();
    for fault in read(source).diagnostics {
        if !rules.contains(&fault.rule) {
            rules.push(fault.rule);
        }
    }
    rules
}

/// `line:column rule`, warnings marked with a question mark.
pub(super) fn places(source: &str) -> Vec<String> {
    let place = |fault: &model::Diagnostic| {
        let (line, column) = fault.place.line_column.unwrap();
        let mark = if fault.severity == Severity::Warning { "?" } else { "" };
        format!("{line}:{column} {}{mark}", fault.rule)
    };
    read(source).diagnostics.iter().map(place).collect()
}
