//! The files and resources of a plan, by name.

use std::collections::BTreeSet;

use model::{Action, Proposal, is_run_by_other_programs};

use super::rows::{RUNS_CODE, action_row};
use crate::native::style::{BOLD, DIM, WARNING, paint};
use crate::native::wrap::Sheet;

/// Writes at most `rows_max` rows, and returns how many are left out. Files that other programs run come first, so that
/// a long list cannot hide them.
pub(super) fn write(sheet: &mut Sheet, proposal: &Proposal, rows_max: usize) -> usize {
    let (marked, others) = rows(proposal);
    let unlisted = (marked.len() + others.len()).saturating_sub(rows_max);
    if marked.is_empty() && others.is_empty() {
        return 0;
    }
    sheet.gap();
    sheet.styled(BOLD, " ", "Files and resources:");
    for row in marked.iter().take(rows_max) {
        let path = row.strip_suffix(RUNS_CODE).unwrap_or(row);
        sheet.line("  - ", &format!("{path}{}", paint(WARNING, RUNS_CODE)));
    }
    for row in others.iter().take(rows_max.saturating_sub(marked.len())) {
        sheet.line("  - ", row);
    }
    if unlisted > 0 {
        let marked = match marked.len().saturating_sub(rows_max) {
            0 => String::new(),
            count => format!(" ({count} of them run code)"),
        };
        let words = format!("… and {unlisted} more{marked}; (r) and (m) show all");
        sheet.styled(WARNING, "  ", &words);
    }
    if !marked.is_empty() {
        let words = "! runs code: editors, shells, git, build tools or CI run what the file says";
        sheet.styled(DIM, "  ", words);
    }
    unlisted
}

/// The rows without duplicates: files that other programs run, and all others.
fn rows(proposal: &Proposal) -> (Vec<String>, Vec<String>) {
    let mut seen = BTreeSet::new();
    let (mut marked, mut others) = (Vec::new(), Vec::new());
    let actions = proposal.actions.iter().map(|action| &action.value);
    for action in actions.filter(|action| has_path(action)) {
        let row = action_row(action);
        if seen.insert(row.clone()) {
            match is_marked(action) {
                true => marked.push(row),
                false => others.push(row),
            }
        }
    }
    (marked, others)
}

fn has_path(action: &Action) -> bool {
    matches!(
        action,
        Action::Create(_) | Action::Edit(_) | Action::Read(_) | Action::Prune(_)
    )
}

/// Whether the action writes a file that other programs run.
pub(super) fn is_marked(action: &Action) -> bool {
    match action {
        Action::Create(create) => is_run_by_other_programs(&create.path.value),
        Action::Edit(edit) => is_run_by_other_programs(&edit.path.value),
        _ => false,
    }
}
