//! Plans for tests.

const HEAD: &str = "\
# Add a greeting
- **Status:** Green 🟢
- **Plan Type:** Implementation
- **Agent:** Developer
";

const RATIONALE: &str = "\
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

pub(super) fn actions(text: &str) -> String {
    format!("{HEAD}\n{RATIONALE}\n## Action Plan\n\n{text}")
}
