//! What an action is about, in one line.

use model::Action;

/// `None` where there is nothing to name.
pub fn target(action: &Action) -> Option<String> {
    match action {
        Action::Create(create) => Some(create.path.value.to_string()),
        Action::Edit(edit) => Some(edit.path.value.to_string()),
        Action::Read(read) => Some(read.resource.value.to_string()),
        Action::Prune(prune) => Some(prune.resource.value.to_string()),
        Action::Invoke(invoke) => Some(invoke.agent.value.clone()),
        Action::Execute(execute) => first_line(execute.command.value.bare()),
        Action::Research(research) => match research.queries.as_slice() {
            [query] => first_line(query.value.bare()),
            queries => Some(format!("{} queries", queries.len())),
        },
        Action::Chat(_) | Action::Conclude(_) => None,
    }
}

/// With a sign that there is more.
pub(in crate::teddy) fn first_line(text: &str) -> Option<String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next()?.trim();
    Some(match lines.next() {
        Some(_) => format!("{first} …"),
        None => first.to_owned(),
    })
}
