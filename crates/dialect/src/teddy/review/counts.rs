//! How many actions of each kind.

use std::collections::BTreeSet;

use model::{Action, Proposal, Verb};

use super::rows::label;
use crate::native::faults::plural;
use crate::native::visible::visible;

/// `CREATE: 1 file`
pub(super) fn lines(proposal: &Proposal) -> Vec<String> {
    let actions: Vec<_> = proposal.actions.iter().map(|action| &action.value).collect();
    let of = |verb| actions.iter().copied().filter(move |action| action.verb() == verb);
    let kinds = Verb::ALL.into_iter().filter(|verb| of(*verb).next().is_some());
    let line = |verb: Verb| format!("{}{}", label(verb), amount(verb, of(verb)));
    kinds.map(line).collect()
}

fn amount<'a>(verb: Verb, actions: impl Iterator<Item = &'a Action>) -> String {
    let targets: Vec<_> = actions.flat_map(targets).collect();
    let distinct = targets.iter().collect::<BTreeSet<_>>().len();
    match verb {
        Verb::Create | Verb::Edit => plural(distinct, "file"),
        Verb::Read | Verb::Prune => plural(distinct, "resource"),
        Verb::Execute => plural(targets.len(), "command"),
        Verb::Research => match targets.len() {
            1 => "1 query".to_owned(),
            count => format!("{count} queries"),
        },
        Verb::Chat => plural(targets.len(), "message"),
        Verb::Invoke => format!("handoff to {}", visible(&targets.join(", "))),
        Verb::Conclude => "return to the caller".to_owned(),
    }
}

/// What the action is done to, each of which counts.
fn targets(action: &Action) -> Vec<String> {
    match action {
        Action::Create(create) => vec![create.path.value.to_string()],
        Action::Edit(edit) => vec![edit.path.value.to_string()],
        Action::Read(read) => vec![read.resource.value.to_string()],
        Action::Prune(prune) => vec![prune.resource.value.to_string()],
        Action::Research(research) => research
            .queries
            .iter()
            .map(|query| query.value.text().to_owned())
            .collect(),
        Action::Invoke(invoke) => vec![invoke.agent.value.clone()],
        Action::Execute(_) | Action::Chat(_) | Action::Conclude(_) => vec![String::new()],
    }
}
