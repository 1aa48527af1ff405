//! What deserves a second look: commands, deletions, large changes, files that the task says nothing of.

use std::collections::BTreeSet;

use dialect::text::plural;
use dialect::text::visible::{hidden, visible};
use model::proposal::{Create, Edit, Execute};
use model::{Action, Block, Proposal, RelPath};

use super::{heading, named};
use crate::show::command::write_command as write_lines;
use crate::show::style::{WARNING, paint};
use crate::show::wrap::Sheet;

/// Lines beyond which a change is large, and how much of them: a single line can hold a whole program.
const LARGE_LINES: usize = 100;
const LARGE_BYTES: usize = 10_000;

pub(super) fn write(sheet: &mut Sheet, proposal: &Proposal, declared: &[String]) {
    let mut risks = Sheet::like(sheet);
    for action in &proposal.actions {
        match &action.value {
            Action::Execute(execute) => write_command(&mut risks, execute),
            Action::Edit(edit) => write_edit(&mut risks, edit),
            Action::Create(create) => write_create(&mut risks, create),
            _ => {}
        }
    }
    write_hidden(&mut risks, proposal);
    write_strangers(&mut risks, proposal, declared);
    if !risks.text.is_empty() {
        sheet.gap();
        sheet.line(" ", &paint(WARNING, "Look closely:"));
        sheet.text.push_str(&risks.text);
    }
}

/// All of it: where it runs, with what, and every line.
fn write_command(sheet: &mut Sheet, execute: &Execute) {
    let command = execute.command.value.text();
    let place = match &execute.cwd {
        Some(cwd) => named(cwd.value.as_str()),
        None => "the project's root".to_owned(),
    };
    let mut words = format!("EXECUTE runs {} in {place}", plural(command.lines().count(), "line"));
    if let Some(timeout_s) = &execute.timeout_s {
        words.push_str(&format!(", for at most {} s", timeout_s.value));
    }
    if execute.allow_failure {
        words.push_str(", and may fail");
    }
    heading(sheet, &format!("{words}:"));
    for variable in &execute.env {
        let (name, value) = (visible(&variable.name.value), visible(&variable.value.value));
        let words = format!("with {name}=\"{value}\"");
        sheet.line("    ", &(words + &note(&variable.value.value)));
    }
    write_lines(sheet, "", command);
}

/// Behind a value of one line: an escape that we have made looks like one that stands there.
fn note(value: &str) -> String {
    match hidden(value) {
        0 => String::new(),
        count => format!(" ({}, shown as escapes)", plural(count, "hidden character")),
    }
}

fn write_edit(sheet: &mut Sheet, edit: &Edit) {
    let path = named(edit.path.value.as_str());
    let lines = |block: &Block| block.text().lines().count();
    let is_deletion = |replace: &Block| replace.text().trim().is_empty();
    let (gone, changed): (Vec<_>, Vec<_>) = edit.pairs.iter().partition(|pair| is_deletion(&pair.replace.value));
    let removed: usize = gone.iter().map(|pair| lines(&pair.find.value)).sum();
    if removed > 0 {
        heading(sheet, &format!("EDIT removes {} from {path}", plural(removed, "line")));
    }
    let before: usize = changed.iter().map(|pair| lines(&pair.find.value)).sum();
    let after: usize = changed.iter().map(|pair| lines(&pair.replace.value)).sum();
    let bytes: usize = changed.iter().map(|pair| pair.replace.value.text().len()).sum();
    if is_large(before.max(after), bytes) {
        let before = plural(before, "line");
        heading(
            sheet,
            &format!("EDIT replaces {before} of {path} by {after}{}", dense(after, bytes)),
        );
    }
}

fn is_large(lines: usize, bytes: usize) -> bool {
    lines > LARGE_LINES || bytes > LARGE_BYTES
}

/// How much there is in lines that are few, but long.
fn dense(lines: usize, bytes: usize) -> String {
    match lines > LARGE_LINES {
        true => String::new(),
        false => format!(", with {bytes} bytes"),
    }
}

fn write_create(sheet: &mut Sheet, create: &Create) {
    let text = create.content.value.text();
    let count = text.lines().count();
    if is_large(count, text.len()) {
        let path = named(create.path.value.as_str());
        let lines = plural(count, "line");
        heading(
            sheet,
            &format!("CREATE writes {lines} to {path}{}", dense(count, text.len())),
        );
    }
}

/// Texts that are not shown here, and hold what an eye would pass over.
fn write_hidden(sheet: &mut Sheet, proposal: &Proposal) {
    for action in &proposal.actions {
        let (path, verb, texts) = match &action.value {
            Action::Create(create) => (&create.path.value, "CREATE", vec![create.content.value.text()]),
            Action::Edit(edit) => {
                let replacements = edit.pairs.iter().map(|pair| pair.replace.value.text());
                (&edit.path.value, "EDIT", replacements.collect())
            }
            _ => continue,
        };
        let count: usize = texts.into_iter().chain([path.as_str()]).map(hidden_in_lines).sum();
        if count > 0 {
            let path = named(path.as_str());
            let words = format!(
                "{verb} of {path} holds {}; `m` shows them",
                plural(count, "hidden character")
            );
            heading(sheet, &words);
        }
    }
}

/// Tabs and the ends of lines hide nothing where lines are shown as lines.
fn hidden_in_lines(text: &str) -> usize {
    text.lines().flat_map(|line| line.split('\t')).map(hidden).sum()
}

/// Files that are changed although they are not among the task's paths, each once.
fn write_strangers(sheet: &mut Sheet, proposal: &Proposal, declared: &[String]) {
    if declared.is_empty() {
        return;
    }
    let mut told = BTreeSet::new();
    for action in &proposal.actions {
        let (path, verb) = match &action.value {
            Action::Create(create) => (&create.path.value, "CREATE makes"),
            Action::Edit(edit) => (&edit.path.value, "EDIT changes"),
            _ => continue,
        };
        if !declared.iter().any(|declared| covers(declared, path)) && told.insert(path) {
            let path = named(path.as_str());
            heading(sheet, &format!("{verb} {path}, which is not among the task's paths"));
        }
    }
}

/// A folder stands for what lies in it.
fn covers(declared: &str, path: &RelPath) -> bool {
    match RelPath::new(declared.trim_start_matches("./")) {
        Ok(declared) => *path == declared || path.is_below(&declared),
        // The project's root itself.
        Err(_) => matches!(declared.trim(), "." | "./"),
    }
}
