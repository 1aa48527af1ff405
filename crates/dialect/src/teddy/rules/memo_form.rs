use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "memo-form",
    severity: Severity::Warning,
    summary: "Memos are plain lines in a fence.",
    why: "In a list or a paragraph, Markdown may change what they say.",
    bad: Example::memos(
        "\
## Memos
- [+] The build uses make.
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

pub(in crate::teddy) fn unfenced(span: Range<usize>) -> Diagnostic {
    let message = "The memos are not in a fence.";
    let hint = "Put a line of four back-ticks before and after them.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn listed(span: Range<usize>) -> Diagnostic {
    let message = "A memo needs no bullet.";
    let hint = "Begin the line with `[+]` or `[-]`.";
    RULE.broken(message).at_span(span).with_hint(hint)
}

pub(in crate::teddy) fn nothing(span: Range<usize>) -> Diagnostic {
    let message = "The memos say that there are none.";
    let hint = "Leave the section out.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
