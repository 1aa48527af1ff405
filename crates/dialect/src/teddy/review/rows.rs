//! One line for each thing that a person may leave out.

use model::proposal::MemoLine;
use model::{Action, MemoChange, Verb};

use crate::native::faults::plural;
use crate::native::visible::visible;

/// `EDIT:   pyproject.toml`. Of a longer text it is the first line, saying how many there are.
pub fn action_row(action: &Action) -> String {
    let target = match action {
        Action::Create(create) => visible(create.path.value.as_str()).into_owned(),
        Action::Edit(edit) => visible(edit.path.value.as_str()).into_owned(),
        Action::Read(read) => visible(&read.resource.value.to_string()).into_owned(),
        Action::Prune(prune) => visible(&prune.resource.value.to_string()).into_owned(),
        Action::Execute(execute) => first_line(execute.command.value.text()),
        Action::Research(research) => {
            let queries: Vec<_> = research.queries.iter().map(|query| query.value.text().trim()).collect();
            visible(&queries.join("; ")).into_owned()
        }
        Action::Chat(chat) => first_line(&chat.message.value),
        Action::Invoke(invoke) => visible(&invoke.agent.value).into_owned(),
        Action::Conclude(conclude) => first_line(&conclude.message.value),
    };
    format!("{}{target}", label(action.verb()))
}

/// `[+] ADD:    text # comment`
pub fn memo_row(memo: &MemoLine) -> String {
    let (mark, text) = match &memo.change {
        MemoChange::Add(text) => ("[+] ADD:   ", text),
        MemoChange::Remove(text) => ("[-] REMOVE:", text),
    };
    match &memo.comment {
        Some(comment) => format!("{mark} {} # {}", visible(text), visible(comment)),
        None => format!("{mark} {}", visible(text)),
    }
}

/// The short names take the room of the longest of them.
pub(super) fn label(verb: Verb) -> String {
    format!("{:<7} ", format!("{verb}:"))
}

fn first_line(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = visible(lines.next().unwrap_or_default().trim()).into_owned();
    match lines.next() {
        Some(_) => format!("{first} … ({})", plural(text.lines().count(), "line")),
        None => first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teddy::read;

    #[test]
    fn every_action_has_a_row() {
        let proposal = read(include_str!("../example.md")).proposal;
        let rows: Vec<_> = proposal
            .actions
            .iter()
            .map(|action| action_row(&action.value))
            .collect();
        assert_eq!(
            rows,
            [
                "RESEARCH: csv import report skipped rows line numbers convention; RFC 4180 blank lines between records",
                "CREATE: src/import/skipped.rs",
                "EDIT:   src/import/mod.rs",
                "CHAT_WITH_USER: A row of nothing but blanks could be a mistake or the end of the data. … (3 lines)",
                "READ:   docs/import.md",
                "EXECUTE: cargo test import",
                "PRUNE:  docs/old-import.md",
                "INVOKE: Architect",
            ]
        );
    }

    #[test]
    fn hidden_characters_are_shown() {
        assert_eq!(first_line("\n\tmake\u{202e}\nrm x\n"), "make\\u{202e} … (3 lines)");
    }
}
