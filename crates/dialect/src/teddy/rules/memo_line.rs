use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "memo-line",
    severity: Severity::Error,
    summary: "Every line of the memos begins with `[+]` or `[-]` and says something.",
    why: "Another line is neither remembered nor forgotten.",
    bad: Example::memos(
        "\
## Memos
````
The build uses make.
````
",
    ),
    good: Example::memos(
        "\
## Memos
````
[+] The build uses make.
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>) -> Diagnostic {
    let message = "This line does not say whether it is to be remembered or forgotten.";
    let hint = "Begin it with `[+]` to add the memo or `[-]` to remove it, each on one line.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn empty(span: Range<usize>) -> Diagnostic {
    let hint = "Write the memo behind the mark, or take the line out.";
    RULE.broken("No memo follows the mark.").at_span(span).with_hint(hint)
}
