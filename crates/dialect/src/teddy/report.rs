//! `report.md`: what came of a plan, for people and for the agent that goes on from it.

mod details;
mod entry;
mod fields;

use model::report::{Approver, Entry, Fate, MemoChoice};
use model::{MemoChange, RelPath, Report, Verdict};

use super::fault_list::list_faults;
use super::markdown::{Page, code};
use super::subject::Subjects;
use super::write::path_link;
use crate::text::time::rfc3339;

pub use details::write_details;

/// Why a part of a plan is skipped that the user did not choose.
pub const LEFT_OUT: &str = "the user deselected it";

pub fn write_report(report: &Report) -> String {
    write_report_of(report, &Subjects::default())
}

/// The same, with each fault under the name of the action that it belongs to.
pub fn write_report_of(report: &Report, subjects: &Subjects) -> String {
    let mut page = Page::default();
    page.heading(1, &format!("Execution Report: {}", report.title));
    write_head(&mut page, report);
    if !report.faults.is_empty() {
        page.heading(2, "Validation Errors");
        list_faults(&mut page, &report.faults, subjects);
    }
    page.heading(2, "1. Rationale");
    page.fence("text", &report.rationale);
    page.heading(2, "2. Execution Summary");
    page.heading(3, "Applied State Changes");
    write_memos(&mut page, &report.memos);
    write_memo_choices(&mut page, &report.memo_choices);
    page.heading(3, "Action Log");
    if report.entries.is_empty() {
        page.line("No action was carried out.");
    }
    for (index, entry) in report.entries.iter().enumerate() {
        entry::write(&mut page, index + 1, entry);
    }
    page.text
}

/// The plan that a report is about, as it was named.
pub fn reported_plan(report: &str) -> Option<&str> {
    let mut head = report.lines().take_while(|line| !line.starts_with("## "));
    let link = head.find_map(|line| line.strip_prefix("- **Original Plan:** ["))?;
    link.split_once("](").map(|(plan, _)| plan)
}

fn write_head(page: &mut Page, report: &Report) {
    page.field("Overall Status", verdict(report.verdict));
    page.field("Original Plan", &plan_link(&report.plan));
    page.field("Start Time", &rfc3339(report.started));
    page.field("End Time", &rfc3339(report.ended));
    page.field("Actions", &actions(&report.entries));
    page.field("Outcomes", &outcomes(&report.entries));
    if let Some(prompt) = &report.prompt {
        page.field("User Prompt", prompt);
    }
    if let Some(approver) = report.approved_by {
        page.field("Approved By", approved_by(approver));
    }
    page.field("Plan Digest", &code(&report.digest));
    if let Some(sandbox) = &report.sandbox {
        page.field("Sandbox", sandbox);
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Completed => "Completed 🟢",
        Verdict::Partial => "Partial 🟡",
        Verdict::Failed => "Failed 🔴",
        Verdict::Skipped => "Skipped",
        Verdict::Invalid => "Validation Failed 🔴",
    }
}

fn approved_by(approver: Approver) -> &'static str {
    match approver {
        Approver::Human => "the user, on screen",
        Approver::Flag => "the `-y` flag",
        Approver::Policy => "policy",
    }
}

fn plan_link(plan: &str) -> String {
    RelPath::new(plan).map_or_else(|_| code(plan), |path| path_link(&path))
}

fn actions(entries: &[Entry]) -> String {
    let total = entries.len();
    let approved = entries.iter().filter(|entry| entry.fate.was_tried()).count();
    format!("{total} Total / {approved} Approved / {} Skipped", total - approved)
}

fn outcomes(entries: &[Entry]) -> String {
    let count = |is_it: fn(&Fate) -> bool| entries.iter().filter(|entry| is_it(&entry.fate)).count();
    let done = count(|fate| matches!(fate, Fate::Done));
    let failed = count(|fate| matches!(fate, Fate::Failed(_)));
    match count(|fate| matches!(fate, Fate::Unknown)) {
        0 => format!("{done} Succeeded / {failed} Failed"),
        unknown => format!("{done} Succeeded / {failed} Failed / {unknown} Unknown"),
    }
}

fn write_memos(page: &mut Page, memos: &[MemoChange]) {
    if memos.is_empty() {
        page.line("No memo was added or removed.");
    }
    for memo in memos {
        match memo {
            MemoChange::Add(text) => page.field("Memo added", text),
            MemoChange::Remove(text) => page.field("Memo removed", text),
        }
    }
}

fn write_memo_choices(page: &mut Page, choices: &[MemoChoice]) {
    for choice in choices {
        match choice {
            MemoChoice::LeftOut(MemoChange::Add(text)) => page.field("Memo not added", &skipped(text)),
            MemoChoice::LeftOut(MemoChange::Remove(text)) => page.field("Memo not removed", &skipped(text)),
            MemoChoice::Modified { proposed, made } => {
                let (proposed, made) = (code(proposed.text()), code(made.text()));
                page.field("Modified by user", &format!("{proposed} became {made}"));
            }
        }
    }
}

fn skipped(text: &str) -> String {
    format!("{text} (Skipped: {LEFT_OUT})")
}

#[cfg(test)]
#[path = "report/report_tests.rs"]
mod tests;
