//! Everything about one part of the plan, whole.

mod message;

use std::rc::Rc;

use engine::turns::{Choosing, Item, ItemId, Part, Proposed};
use model::proposal::{Edit, Execute, Field, Pair, Variable};
use model::{Action, MemoChange, Severity, Spanned};
use ratatui::style::Style;

use super::headed::Headed;
use crate::text::{Code, Diff, Language, Layout, Prose, Text, ends_in_returns};
use crate::theme::Theme;

/// Before the plan's own words, so that none of them can be taken for ours.
const MARK: &str = " │ ";

/// The part as it would be carried out, with what is wrong with it, and what the plan had proposed if it was changed.
pub fn details(choosing: &Choosing<'_>, id: ItemId, layout: Layout, theme: Theme) -> Headed {
    let mut head = Prose::default();
    let Some(item) = choosing.item(id) else {
        return Headed { head, body: None };
    };
    write_troubles(&mut head, &item, theme);
    let body = match item.part {
        Part::Memo(memo) => {
            let (words, text) = match &memo.change {
                MemoChange::Add(text) => ("Adds this to memos.yaml:", text),
                MemoChange::Remove(text) => ("Removes this from memos.yaml:", text),
            };
            head.say(words, theme.strong());
            head.quote(MARK, text, Style::new(), theme);
            if let Some(comment) = &memo.comment {
                head.gap();
                labeled(&mut head, "Comment", comment, theme);
            }
            None
        }
        Part::Action(action) => write_action(&mut head, choosing, id, action, layout, theme),
    };
    Headed { head, body }
}

fn write_troubles(head: &mut Prose, item: &Item<'_>, theme: Theme) {
    for fault in item.troubles {
        let (mark, style) = match fault.severity {
            Severity::Error => ("✗ ", theme.bad()),
            Severity::Warning => ("! ", theme.warning()),
        };
        head.quote(mark, &fault.message, style, theme);
        if let Some(hint) = &fault.hint {
            head.quote("  ", hint, theme.faint(), theme);
        }
    }
    if item.fixed {
        head.say("This was carried out before the interruption.", theme.faint());
    }
    if item.modified {
        head.say(
            "*modified: this is your version; u brings back the plan's.",
            theme.warning(),
        );
    }
    if !head.is_empty() {
        head.gap();
    }
}

fn write_action(
    head: &mut Prose,
    choosing: &Choosing<'_>,
    id: ItemId,
    action: &Action,
    layout: Layout,
    theme: Theme,
) -> Option<Box<dyn Text>> {
    match action {
        Action::Create(create) => {
            labeled_option(head, "Description", create.description.as_ref(), theme);
            write_extras(head, &create.extras, theme);
            let text: Rc<str> = create.content.value.text().into();
            begin(head, &format!("A new file, {}:", size(&text)), theme);
            let language = Language::of(create.path.value.as_str(), create.content.value.info());
            Some(Box::new(Code::new(text, language)))
        }
        Action::Edit(edit) => {
            labeled_option(head, "Description", edit.description.as_ref(), theme);
            write_extras(head, &edit.extras, theme);
            match choosing.proposed_file(id) {
                Ok(Some(file)) => Some(Box::new(difference(head, file, layout, theme))),
                Ok(None) => None,
                Err(why) => {
                    // Whatever follows from the choice has been told above.
                    if !choosing.item(id).is_some_and(|item| item.has_error()) {
                        head.quote("✗ ", &why, theme.bad(), theme);
                    }
                    write_pairs(head, edit, theme);
                    None
                }
            }
        }
        Action::Execute(execute) => {
            write_command(head, execute, theme);
            let command: Rc<str> = execute.command.value.text().into();
            Some(Box::new(Code::new(command, Language::of("", "sh"))))
        }
        action => {
            message::write(head, action, theme);
            None
        }
    }
}

fn difference(head: &mut Prose, file: Proposed, layout: Layout, theme: Theme) -> Diff {
    let before = file.before.unwrap_or_default();
    let diff = Diff::new(before, file.after, layout);
    let (gone, come) = diff.counts();
    begin(head, &format!("{} removed, {} added:", lines(gone), lines(come)), theme);
    diff
}

/// Where the edit does not fit, there is no difference to show, but what it says can be shown.
fn write_pairs(head: &mut Prose, edit: &Edit, theme: Theme) {
    for Pair { find, replace } in &edit.pairs {
        begin(head, "What it looks for:", theme);
        head.quote("- ", find.value.text(), theme.bad(), theme);
        head.say("What it puts there:", theme.strong());
        head.quote("+ ", replace.value.text(), theme.good(), theme);
    }
}

fn write_command(head: &mut Prose, execute: &Execute, theme: Theme) {
    labeled_option(head, "Description", execute.description.as_ref(), theme);
    labeled_option(head, "Expected outcome", execute.expected_outcome.as_ref(), theme);
    match &execute.cwd {
        Some(cwd) => labeled(head, "Runs in", cwd.value.as_str(), theme),
        None => head.say("Runs in the project's root.", Style::new()),
    }
    if let Some(timeout_s) = &execute.timeout_s {
        head.say(&format!("Is stopped after {} s.", timeout_s.value), Style::new());
    }
    if execute.allow_failure {
        head.say("May fail.", theme.warning());
    }
    for Variable { name, value } in &execute.env {
        labeled(head, "With", &format!("{}=\"{}\"", name.value, value.value), theme);
    }
    write_extras(head, &execute.extras, theme);
    let count = execute.command.value.text().lines().count();
    begin(head, &format!("The command, {}:", lines(count)), theme);
}

/// What all of it is about comes after a gap.
fn begin(head: &mut Prose, words: &str, theme: Theme) {
    if !head.is_empty() {
        head.gap();
    }
    head.say(words, theme.strong());
}

fn write_extras(head: &mut Prose, extras: &[Field], theme: Theme) {
    for field in extras {
        labeled(
            head,
            "Unknown field",
            &format!("{}: {}", field.name.value, field.value.value),
            theme,
        );
    }
}

fn labeled_option(head: &mut Prose, label: &str, text: Option<&Spanned<String>>, theme: Theme) {
    if let Some(text) = text {
        labeled(head, label, &text.value, theme);
    }
}

/// One of our words, and the plan's behind it. What takes several lines begins below.
fn labeled(head: &mut Prose, label: &str, text: &str, theme: Theme) {
    match text.lines().count() {
        0 | 1 => head.quote(&format!("{label}: "), text, Style::new(), theme),
        _ => {
            head.say(&format!("{label}:"), theme.faint());
            head.quote(MARK, text, Style::new(), theme);
        }
    }
}

fn size(text: &str) -> String {
    let mut words = format!("{}, {} bytes", lines(text.lines().count()), text.len());
    if ends_in_returns(text) {
        words.push_str(", lines end in CRLF");
    }
    if !text.is_empty() && !text.ends_with('\n') {
        words.push_str(", no line break at the end");
    }
    words
}

fn lines(count: usize) -> String {
    match count {
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}
