//! A plan as a person sees it before saying yes: the changes in short, and everything that could do harm in full.
//!
//! Every word of the plan is made visible first, and long lines are wrapped behind a mark of ours, so that nothing in
//! a plan can pass for something that we say.

mod problems;
mod risks;
mod rows;

use dialect::text::visible::visible;
use model::{Diagnostic, Proposal};

use crate::show::style::{BOLD, WARNING, paint};
use crate::show::wrap::Sheet;

pub use problems::{command_rights, objection, program_problem};
pub use rows::{ChecklistRow, RUNS_CODE, action_row, checklist, is_marked, memo_row};

const RULE_COLUMNS: usize = 68;

/// Rows of the window for everything but the list of files, and the minimum for that list.
const OTHER_ROWS: usize = 14;
const LISTED_ROWS_MIN: usize = 8;

/// The size of the terminal, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub columns: usize,
    pub rows: usize,
}

/// The summary above the question whether to execute the plan.
pub struct Summary {
    pub text: String,
    /// How many files and resources the text does not list.
    pub unlisted: usize,
}

/// `declared` are the paths of the task that the plan is made for, if it is made for one.
pub fn summary(proposal: &Proposal, declared: &[String], warnings: &[Diagnostic], window: Window) -> Summary {
    let mut sheet = Sheet::new(window.columns);
    let rule = "-".repeat(RULE_COLUMNS.min(window.columns));
    let title = format!("▶ Reviewing Plan: \"{}\"", visible(&proposal.title.value));
    sheet.styled(BOLD, "", &title);
    sheet.line("", &rule);
    if !proposal.memos.is_empty() {
        sheet.gap();
        sheet.styled(BOLD, " ", "memos.yaml:");
        for memo in &proposal.memos {
            sheet.line("  ", &memo_row(&memo.value));
        }
    }
    sheet.gap();
    sheet.styled(BOLD, " ", "Action Plan:");
    for line in rows::counts(proposal) {
        sheet.line("  - ", &line);
    }
    let listed_max = window.rows.saturating_sub(OTHER_ROWS).max(LISTED_ROWS_MIN);
    let unlisted = rows::write_listing(&mut sheet, proposal, listed_max);
    risks::write(&mut sheet, proposal, declared);
    write_warnings(&mut sheet, warnings);
    sheet.gap();
    sheet.line("", &rule);
    Summary {
        text: sheet.text,
        unlisted,
    }
}

fn write_warnings(sheet: &mut Sheet, warnings: &[Diagnostic]) {
    if warnings.is_empty() {
        return;
    }
    sheet.gap();
    sheet.styled(WARNING, " ", "Warnings:");
    for warning in warnings {
        let place = warning.place.line_column.map(|(line, _)| format!("line {line}: "));
        let message = visible(&warning.message);
        sheet.line("  - ", &format!("{}{message}", place.unwrap_or_default()));
    }
}

/// A path or an address among our words.
fn named(target: &str) -> String {
    format!("`{}`", visible(target))
}

/// The words before a block of the plan's own lines.
fn heading(sheet: &mut Sheet, words: &str) {
    sheet.line("  ", &format!("{} {words}", paint(WARNING, "!")));
}

#[cfg(test)]
mod testing;
#[cfg(test)]
#[path = "review/review_tests.rs"]
mod tests;
