use std::ops::Range;

use model::{Diagnostic, Severity};

use crate::rule::{Example, Rule};

pub const RULE: Rule = Rule {
    name: "section-twice",
    severity: Severity::Error,
    summary: "Every section stands there once.",
    why: "Two of them may contradict each other.",
    bad: Example::memos(
        "\
## Memos
````
[+] The build uses make.
````

## Memos
````
[-] The build uses ninja.
````
",
    ),
    good: Example::memos(
        "\
## Memos
````
[+] The build uses make.
[-] The build uses ninja.
````
",
    ),
};

pub(in crate::teddy) fn fault(span: Range<usize>, name: &str) -> Diagnostic {
    let message = format!("There is a second section `{name}`.");
    let hint = "Put everything into one.";
    RULE.broken(message).at_span(span).with_hint(hint)
}
