use std::ops::Range;

use model::{Diagnostic, RelPath, Severity};

use crate::rule::{Example, Rule};
use crate::teddy::link::encoded;

pub const RULE: Rule = Rule {
    name: "link-form",
    severity: Severity::Warning,
    summary: "A file is named by a link from the root: `[path](/path)`.",
    why: "Such a link works in previews and leaves no doubt where the path begins and ends.",
    bad: Example::actions(
        "\
### `READ`
- **Resource:** docs/a.md
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

pub(in crate::teddy) fn plain(span: Range<usize>, path: &RelPath) -> Diagnostic {
    said(span, "The file is not named by a link.", path)
}

pub(in crate::teddy) fn slash(span: Range<usize>, path: &RelPath) -> Diagnostic {
    said(span, "The link's destination does not begin with `/`.", path)
}

pub(in crate::teddy) fn text(span: Range<usize>, path: &RelPath) -> Diagnostic {
    said(span, "The link's text is not the path.", path)
}

pub(in crate::teddy) fn bare(span: Range<usize>, url: &str) -> Diagnostic {
    let message = "The page is not named by a link.";
    let hint = format!("Write `[name]({url})`.");
    RULE.broken(message).at_span(span).with_hint(hint)
}

fn said(span: Range<usize>, message: &str, path: &RelPath) -> Diagnostic {
    let hint = format!("Write `[{path}](/{})`.", encoded(path.as_str()));
    RULE.broken(message).at_span(span).with_hint(hint)
}
