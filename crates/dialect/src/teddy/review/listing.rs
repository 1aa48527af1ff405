//! The files and resources of a plan, by name.

use std::collections::BTreeSet;

use model::{Action, Proposal, is_run_by_other_programs};

use super::rows::{RUNS_CODE, row_parts};
use crate::native::style::{BOLD, DIM, WARNING, paint};
use crate::native::wrap::Sheet;

/// Writes at most `rows_max` rows of the screen, and returns how many files and resources are left out. Files that other
/// programs run come first, so that a long list or a long path cannot hide them.
pub(super) fn write(sheet: &mut Sheet, proposal: &Proposal, rows_max: usize) -> usize {
    let entries = entries(proposal);
    if entries.is_empty() {
        return 0;
    }
    sheet.gap();
    sheet.styled(BOLD, " ", "Files and resources:");
    let (mut left, mut unlisted, mut unlisted_marked) = (rows_max, 0, 0);
    for entry in &entries {
        let mut wrapped = Sheet::like(sheet);
        wrapped.line("  - ", &entry.text);
        match left.checked_sub(wrapped.text.lines().count()) {
            Some(rest) => {
                left = rest;
                sheet.text.push_str(&wrapped.text);
            }
            None => {
                unlisted += 1;
                unlisted_marked += usize::from(entry.is_marked);
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
    if entries.iter().any(|entry| entry.is_marked) {
        let words = format!("{RUNS_CODE}: editors, shells, git, build tools or CI run what the file says");
        sheet.styled(DIM, "  ", &words);
    }
    unlisted
}

struct Entry {
    is_marked: bool,
    text: String,
}

/// The entries without duplicates, files that other programs run first.
fn entries(proposal: &Proposal) -> Vec<Entry> {
    let mut seen = BTreeSet::new();
    let mut entries = Vec::new();
    let actions = proposal.actions.iter().map(|action| &action.value);
    for action in actions.filter(|action| has_path(action)) {
        let (label, about) = row_parts(action);
        let is_marked = is_marked(action);
        let text = match is_marked {
            true => format!("{label}{}  {about}", paint(WARNING, RUNS_CODE)),
            false => format!("{label}{about}"),
        };
        if seen.insert(text.clone()) {
            entries.push(Entry { is_marked, text });
        }
    }
    entries.sort_by_key(|entry| !entry.is_marked);
    entries
}

fn has_path(action: &Action) -> bool {
    matches!(
        action,
        Action::Create(_) | Action::Edit(_) | Action::Read(_) | Action::Prune(_)
    )
}

/// Whether the action writes a file that other programs run.
pub fn is_marked(action: &Action) -> bool {
    match action {
        Action::Create(create) => is_run_by_other_programs(&create.path.value),
        Action::Edit(edit) => is_run_by_other_programs(&edit.path.value),
        _ => false,
    }
}
