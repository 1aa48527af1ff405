use std::ops::Range;

use model::{Diagnostic, Severity};

use super::quoted;
use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "path-url",
    severity: Severity::Error,
    summary: "A file of the project is named by a path, a page by `http` or `https`.",
    why: "Only files of the project can be written, and only pages of the web can be fetched.",
    bad: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](https://example.com/a.txt)
- **Description:** Say hello.
````text
hello
````
",
    ),
    good: Example::actions(
        "\
### `CREATE`
- **File Path:** [a.txt](/a.txt)
- **Description:** Say hello.
````text
hello
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, url: &str) -> Diagnostic {
    let message = format!("{} is not a file of this project.", quoted(url));
    let hint = "Write a path from the project's root, such as `[src/main.rs](/src/main.rs)`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
