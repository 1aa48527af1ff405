//! One action, or one line of the memos, as a text of its own.

use model::proposal::MemoLine;
use model::{Action, Diagnostic, Severity, Spanned};

use super::read::read;
use super::rules;
use super::write::{memo_line, write_action};

const HEAD: &str = "# T\n- **Status:** Green\n- **Plan Type:** P\n- **Agent:** A\n\n## Rationale\n````text\n\
    ### 1. Synthesis\ns\n### 2. Justification\nj\n### 3. Expected Outcome\ne\n### 4. State Dashboard\nd\n````\n\n";

/// The action that stands in a text as [`write_action`] writes it, or everything that is wrong with it.
pub fn read_action(text: &str) -> Result<Action, Vec<Diagnostic>> {
    let reading = read(&format!("{HEAD}## Action Plan\n\n{text}"));
    only(reading.proposal.actions, reading.diagnostics)
}

/// The change that stands in a line as [`write_memo`] writes it, or everything that is wrong with it.
pub fn read_memo(line: &str) -> Result<MemoLine, Vec<Diagnostic>> {
    let chat = "## Action Plan\n\n### `CHAT_WITH_USER`\nx\n";
    let reading = read(&format!("{HEAD}## Memos\n````\n{line}\n````\n\n{chat}"));
    only(reading.proposal.memos, reading.diagnostics)
}

/// One line, without its end.
pub fn write_memo(memo: &MemoLine) -> String {
    memo_line(memo).trim_end_matches('\n').to_owned()
}

/// What is wrong with an action that nobody has written yet: it must read back as what it is.
pub fn check_written(action: &Action) -> Vec<Diagnostic> {
    not_same(action, read_action(&write_action(action)))
}

/// What is wrong with a change of the memos that nobody has written yet.
pub fn check_written_memo(memo: &MemoLine) -> Vec<Diagnostic> {
    not_same(memo, read_memo(&write_memo(memo)))
}

fn only<T>(mut parts: Vec<Spanned<T>>, diagnostics: Vec<Diagnostic>) -> Result<T, Vec<Diagnostic>> {
    match (faults(diagnostics), parts.pop()) {
        (faults, Some(part)) if faults.is_empty() && parts.is_empty() => Ok(part.value),
        (faults, _) if !faults.is_empty() => Err(faults),
        _ => Err(vec![unreadable()]),
    }
}

fn not_same<T: PartialEq>(written: &T, again: Result<T, Vec<Diagnostic>>) -> Vec<Diagnostic> {
    match again {
        Ok(again) if again == *written => Vec::new(),
        Ok(_) => vec![unreadable()],
        Err(faults) => faults,
    }
}

fn faults(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let errors = diagnostics
        .into_iter()
        .filter(|fault| fault.severity == Severity::Error);
    // Places in a text that nobody sees would only mislead.
    errors
        .map(|fault| Diagnostic {
            place: model::Place::default(),
            ..fault
        })
        .collect()
}

fn unreadable() -> Diagnostic {
    let fault = rules::MESSAGE_END.broken("This reads as something else once it stands in a plan.".to_owned());
    fault.with_hint("Leave out lines that look like headings, fields or memos of a plan.")
}
