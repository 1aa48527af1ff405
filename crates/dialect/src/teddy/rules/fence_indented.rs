use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "fence-indented",
    severity: Severity::Warning,
    summary: "Fences stand at the beginning of a line.",
    why: "In a list, the indentation of every line decides whether it belongs to the block.",
    bad: Example::actions(concat!(
        "### `CREATE`\n",
        "- **File Path:** [a.txt](/a.txt)\n",
        "- **Description:** Say hello.\n",
        "  ````text\n",
        "  hello\n",
        "  ````\n",
    )),
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

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This block is part of a list; its indentation is taken off.";
    let hint = "Move the block to the beginning of the line.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
