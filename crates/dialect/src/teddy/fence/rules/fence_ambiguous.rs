use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "fence-ambiguous",
    severity: Severity::Error,
    summary: "It is clear where each block ends.",
    why: "When two ends are equally likely, one of them writes half a file or runs half a command. Nothing is guessed.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [build.py](/build.py)
- **Description:** Build it.
```python
make()
```
Then run it:
```
make run
```
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [build.py](/build.py)
- **Description:** Build it.
```python
make()
```
",
    ),
};

pub(in crate::teddy::fence) fn either(first: usize, second: Option<usize>) -> Diagnostic {
    let ends = match second {
        Some(second) => format!("in line {first} or in line {second}"),
        None => format!("in line {first} or further down"),
    };
    RULE.broken(format!("This block could end {ends}.")).with_hint(
        "If the fences after it are part of its content, begin and end it with more marks than they have; if not, \
         remove what should not stand there.",
    )
}
