//! The parts of a plan, a line for each: counted, listed, and as a checklist.

use std::collections::BTreeSet;

use dialect::text::visible::visible;
use dialect::text::{first_line, plural};
use model::proposal::MemoLine;
use model::{Action, MemoChange, Proposal, Verb, is_run_by_other_programs};

use crate::show::style::{BAD, BOLD, DIM, WARNING, paint};
use crate::show::width::clip;
use crate::show::wrap::Sheet;
use crate::teddy::target;

/// Of a message, as much as tells it from others.
const MESSAGE_COLUMNS: usize = 72;

/// Marks a file that other programs run. It comes before the path, so that a long path cannot hide it.
pub const RUNS_CODE: &str = "! runs code";

/// `EDIT:   src/main.rs`, and `EDIT:   ! runs code  Makefile`
pub fn action_row(action: &Action) -> String {
    let (label, about) = row_parts(action);
    let row = match is_marked(action) {
        true => format!("{label}{RUNS_CODE}  {about}"),
        false => label + &about,
    };
    row.trim_end().to_owned()
}

/// The label of the action, and what the action is about.
fn row_parts(action: &Action) -> (String, String) {
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
fn label(verb: Verb) -> String {
    format!("{:<7} ", format!("{verb}:"))
}

/// How many actions of each kind, a line for each: `CREATE: 1 file`
pub(super) fn counts(proposal: &Proposal) -> Vec<String> {
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
        Action::Research(research) => {
            let queries = research.queries.iter();
            queries.map(|query| query.value.text().to_owned()).collect()
        }
        action => vec![target(action).unwrap_or_default()],
    }
}

/// Writes at most `rows_max` rows of the screen, and returns how many files and resources are left out. Files that other
/// programs run come first, so that a long list or a long path cannot hide them.
pub(super) fn write_listing(sheet: &mut Sheet, proposal: &Proposal, rows_max: usize) -> usize {
    let entries = entries(proposal);
    if entries.is_empty() {
        return 0;
    }
    sheet.gap();
    sheet.styled(BOLD, " ", "Files and resources:");
    let (mut left, mut unlisted, mut unlisted_marked) = (rows_max, 0, 0);
    for (is_marked, text) in &entries {
        let mut wrapped = Sheet::like(sheet);
        wrapped.line("  - ", text);
        match left.checked_sub(wrapped.text.lines().count()) {
            Some(rest) => {
                left = rest;
                sheet.text.push_str(&wrapped.text);
            }
            None => {
                unlisted += 1;
                unlisted_marked += usize::from(*is_marked);
            }
        }
    }
    if unlisted > 0 {
        let marked = match unlisted_marked {
            0 => String::new(),
            count => format!(" ({count} of them run code)"),
        };
        let words = format!("… and {unlisted} more{marked}; (r) and (m) show all");
        sheet.styled(WARNING, "  ", &words);
    }
    if entries.iter().any(|(is_marked, _)| *is_marked) {
        let words = format!("{RUNS_CODE}: editors, shells, git, build tools or CI run what the file says");
        sheet.styled(DIM, "  ", &words);
    }
    unlisted
}

/// Each file and resource once, and whether other programs run it. Those come first.
fn entries(proposal: &Proposal) -> Vec<(bool, String)> {
    let mut seen = BTreeSet::new();
    let mut entries = Vec::new();
    for action in proposal.actions.iter().map(|action| &action.value) {
        let (Action::Create(_) | Action::Edit(_) | Action::Read(_) | Action::Prune(_)) = action else {
            continue;
        };
        let (label, about) = row_parts(action);
        let text = match is_marked(action) {
            true => format!("{label}{}  {about}", paint(WARNING, RUNS_CODE)),
            false => label + &about,
        };
        if seen.insert(text.clone()) {
            entries.push((is_marked(action), text));
        }
    }
    entries.sort_by_key(|(is_marked, _)| !is_marked);
    entries
}

/// Whether the action writes a file that other programs run.
pub fn is_marked(action: &Action) -> bool {
    match action {
        Action::Create(create) => is_run_by_other_programs(&create.path.value),
        Action::Edit(edit) => is_run_by_other_programs(&edit.path.value),
        Action::Read(_)
        | Action::Execute(_)
        | Action::Research(_)
        | Action::Chat(_)
        | Action::Invoke(_)
        | Action::Conclude(_)
        | Action::Prune(_) => false,
    }
}

/// One thing that can be left out.
pub struct ChecklistRow {
    /// As [`action_row`] or [`memo_row`] writes it.
    pub text: String,
    pub is_chosen: bool,
    pub is_modified: bool,
    /// What is wrong with it, and whether that keeps it from being carried out.
    pub troubles: Vec<(String, bool)>,
}

/// Actions have the numbers that they have everywhere; those of memos begin with `m`.
pub fn checklist(memos: &[ChecklistRow], actions: &[ChecklistRow], columns: usize) -> String {
    let mut sheet = Sheet::new(columns);
    branch(&mut sheet, "Memos", memos, "m");
    if !memos.is_empty() {
        sheet.gap();
    }
    branch(&mut sheet, "Action Plan", actions, "");
    sheet.text
}

fn branch(sheet: &mut Sheet, name: &str, rows: &[ChecklistRow], letter: &str) {
    if rows.is_empty() {
        return;
    }
    sheet.styled(BOLD, "- ", name);
    sheet.line("", " │");
    for (at, row) in rows.iter().enumerate() {
        let is_last = at + 1 == rows.len();
        let (corner, trunk) = if is_last { ("└─", "  ") } else { ("├─", "│ ") };
        let tick = if row.is_chosen { "[✓]" } else { "[ ]" };
        let mark = match row.is_modified {
            true => paint(WARNING, " *modified"),
            false => String::new(),
        };
        let text = match row.is_chosen {
            true => row.text.clone(),
            false => paint(DIM, &row.text),
        };
        sheet.line(
            &format!(" {corner}{tick} "),
            &format!("{letter}{}. {text}{mark}", at + 1),
        );
        for (trouble, is_error) in &row.troubles {
            let style = if *is_error { BAD } else { WARNING };
            let lead = format!(" {trunk}      ");
            sheet.line(&lead, &format!("{} {}", paint(style, "!"), visible(trouble)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planwright::testing::plain;
    use crate::review::testing::actions;
    use dialect::teddy::read;

    #[test]
    fn every_action_has_a_row() {
        let proposal = read(include_str!("../../../dialect/src/teddy/example.md")).proposal;
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

    fn row(text: &str) -> ChecklistRow {
        ChecklistRow {
            text: text.to_owned(),
            is_chosen: true,
            is_modified: false,
            troubles: Vec::new(),
        }
    }

    #[test]
    fn the_tree_has_a_box_and_a_number_for_each() {
        let left_out = ChecklistRow {
            is_chosen: false,
            ..row("CREATE: a.md")
        };
        let changed = ChecklistRow {
            is_modified: true,
            troubles: vec![("It needs more.".to_owned(), true)],
            ..row("EDIT:   a.md")
        };
        let shown = checklist(&[row("[+] ADD:    A.")], &[left_out, changed, row("READ:   b.md")], 80);
        assert_eq!(
            plain(&shown),
            "- Memos\n │\n └─[✓] m1. [+] ADD:    A.\n\n- Action Plan\n │\n ├─[ ] 1. CREATE: a.md\n \
             ├─[✓] 2. EDIT:   a.md *modified\n │       ! It needs more.\n └─[✓] 3. READ:   b.md\n"
        );
        assert_eq!(
            plain(&checklist(&[], &[row("x")], 80)),
            "- Action Plan\n │\n └─[✓] 1. x\n"
        );
    }
}
