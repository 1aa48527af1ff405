use model::{Diagnostic, Resource, Severity, Spanned};

use crate::rule::{Example, Rule};
use crate::teddy::check::ground::Ground;
use crate::teddy::check::view::TurnView;

pub const RULE: Rule = Rule {
    name: "prune-context",
    severity: Severity::Error,
    summary: "What is pruned is in `turn.context`.",
    why: "Only that file is the agent's own. The session's and the global context belong to the user.",
    bad: Example::actions(
        "\
### `PRUNE`
- **Resource:** [old.md](/old.md)
- **Description:** It is no longer needed.
",
    ),
    good: Example::actions(
        "\
### `PRUNE`
- **Resource:** [docs/a.md](/docs/a.md)
- **Description:** It is no longer needed.
",
    ),
};

pub(in crate::teddy::check) fn check(
    resource: &Spanned<Resource>,
    turn: &TurnView,
    ground: &Ground<'_>,
) -> Option<Diagnostic> {
    let value = &resource.value;
    let (message, hint) = if ground.is_pruned(value) {
        (format!("`{value}` is pruned twice."), "Remove this action.")
    } else if turn.context.contains(value) {
        return None;
    } else if value.path().is_some_and(|path| turn.has_shown(path)) {
        let message = format!("`{value}` is not in `turn.context`, but in the context that the user keeps.");
        (message, "Remove this action, or ask the user to take it out.")
    } else {
        (
            format!("`{value}` is not in `turn.context`."),
            "Check the path, or remove this action.",
        )
    };
    Some(RULE.broken(message).at_span(resource.span.clone()).with_hint(hint))
}
