//! One line for each thing that a person may leave out.

use model::proposal::MemoLine;
use model::{Action, MemoChange, Verb};

use super::listing::is_marked;
use crate::native::visible::visible;
use crate::native::width::clip;
use crate::teddy::answer::{first_line, target};

/// Of a message, as much as tells it from others.
const MESSAGE_COLUMNS: usize = 72;

/// Marks a file that other programs run. It comes before the path, so that a long path cannot hide it.
pub const RUNS_CODE: &str = "! runs code";

/// `EDIT:   src/main.rs`, and `EDIT:   ! runs code  Makefile`
pub fn action_row(action: &Action) -> String {
    let (label, about) = row_parts(action);
    let mark = if is_marked(action) { RUNS_CODE } else { "" };
    let gap = if is_marked(action) { "  " } else { "" };
    format!("{label}{mark}{gap}{about}").trim_end().to_owned()
}

/// The label of the action, and what the action is about.
pub(super) fn row_parts(action: &Action) -> (String, String) {
    let about = match action {
        Action::Chat(chat) => said(&chat.message.value),
        Action::Conclude(conclude) => said(&conclude.message.value),
        // A tab must not look like the two characters of its escape.
        action => visible(&target(action).unwrap_or_default().replace('\t', "    ")).into_owned(),
    };
    (label(action.verb()), about)
}

fn said(message: &str) -> String {
    let first = first_line(message).unwrap_or_default();
    clip(&visible(&first), MESSAGE_COLUMNS).into_owned()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::teddy::read;
    use crate::teddy::testing::actions;

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
                "RESEARCH: 2 queries",
                "CREATE: src/import/skipped.rs",
                "EDIT:   src/import/mod.rs",
                "CHAT_WITH_USER: A row of nothing but blanks could be a mistake or the end of the data. …",
                "READ:   docs/import.md",
                "EXECUTE: cargo test import",
                "PRUNE:  docs/old-import.md",
                "INVOKE: Architect",
            ]
        );
    }

    #[test]
    fn hidden_characters_are_shown() {
        let source = actions("### `EXECUTE`\n- **Description:** d\n````shell\nmake\u{202e}\nrm x\n````\n");
        let action = &read(&source).proposal.actions[0].value;
        assert_eq!(action_row(action), "EXECUTE: make\\u{202e} …");
    }
}
