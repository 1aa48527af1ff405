use model::{Diagnostic, Resource, Severity, Spanned};

use super::{hint_for_missing, path_outside};
use crate::rule::{Example, Rule};
use crate::teddy::check::ground::{Ground, Standing};

pub const RULE: Rule = Rule {
    name: "handoff-resource",
    severity: Severity::Error,
    summary: "The resources of a handoff exist, or are created by an earlier action.",
    why: "They are all that the next agent gets to see.",
    bad: Example::actions(
        "\
### `INVOKE`
- **Agent:** Architect
- **Handoff Resources:**
  - [docs/b.md](/docs/b.md)

The brief is complete.
",
    ),
    good: Example::actions(
        "\
### `INVOKE`
- **Agent:** Architect
- **Handoff Resources:**
  - [docs/a.md](/docs/a.md)

The brief is complete.
",
    ),
};

pub(in crate::teddy::check) fn check(resource: &Spanned<Resource>, ground: &Ground<'_>) -> Option<Diagnostic> {
    let path = resource.value.path()?;
    match ground.at(path) {
        Standing::Absent => {}
        Standing::Outside => return Some(path_outside::fault(resource.span.clone(), path)),
        Standing::Text(_) | Standing::Folder | Standing::Opaque(_) | Standing::Doubtful => return None,
    }
    let fault = RULE.broken(format!("There is nothing at `{path}` to hand over."));
    let hint = hint_for_missing("Check the path, or `CREATE` the file first.", ground.ran_command());
    Some(fault.at_span(resource.span.clone()).with_hint(hint))
}
