//! Everything about one part of the plan, whole.

mod message;

use engine::turns::{Choosing, Item, ItemId, Part, Proposed};
use model::proposal::{Edit, Execute, Field, Pair, Variable};
use model::{Action, MemoChange, Severity, Spanned};
use ratatui::style::Style;
use render::review::{RUNS_CODE, is_marked};

use super::headed::Headed;
use crate::text::{Code, Diff, Language, Layout, Prose, Shared, Shelf, Text};
use crate::theme::Theme;

/// Before the plan's own words, so that none of them can be taken for ours.
const MARK: &str = " │ ";

/// The part as it would be carried out, with what is wrong with it, and what the plan had proposed if it was changed.
///
/// What lies on the shelf is not laid out again.
pub fn details(choosing: &Choosing<'_>, id: ItemId, layout: Layout, shelf: &mut Shelf, theme: Theme) -> Headed {
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
            head.quote(MARK, text, Style::new());
            if let Some(comment) = &memo.comment {
                head.gap();
                labeled(&mut head, "Comment", comment, theme);
            }
            None
        }
        Part::Action(action) => {
            let mut bodies = Bodies {
                choosing,
                id,
                layout,
                shelf,
            };
            write_action(&mut head, &mut bodies, action, theme)
        }
    };
    Headed { head, body }
}

fn write_troubles(head: &mut Prose, item: &Item<'_>, theme: Theme) {
    for fault in item.troubles {
        let (mark, style) = match fault.severity {
            Severity::Error => ("✗ ", theme.bad()),
            Severity::Warning => ("! ", theme.warning()),
        };
        head.quote(mark, &fault.message, style);
        if let Some(hint) = &fault.hint {
            head.quote("  ", hint, theme.faint());
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

/// What the body of an action is made of.
struct Bodies<'b, 'c> {
    choosing: &'b Choosing<'c>,
    id: ItemId,
    layout: Layout,
    shelf: &'b mut Shelf,
}

fn write_action(head: &mut Prose, bodies: &mut Bodies<'_, '_>, action: &Action, theme: Theme) -> Option<Box<dyn Text>> {
    match action {
        Action::Create(create) => {
            write_path(head, action, create.path.value.as_str(), theme);
            labeled_option(head, "Description", create.description.as_ref(), theme);
            write_extras(head, &create.extras, theme);
            let text = create.content.value.text();
            let language = Language::of(create.path.value.as_str(), create.content.value.info());
            let code = bodies.shelf.code(text, language);
            begin(head, &format!("A new file, {}:", size(&code.borrow(), text)), theme);
            Some(Box::new(code))
        }
        Action::Edit(edit) => {
            write_path(head, action, edit.path.value.as_str(), theme);
            labeled_option(head, "Description", edit.description.as_ref(), theme);
            write_extras(head, &edit.extras, theme);
            match bodies.choosing.proposed_file(bodies.id) {
                Ok(Some(file)) => Some(Box::new(difference(head, file, bodies, theme))),
                Ok(None) => None,
                Err(why) => {
                    // Whatever follows from the choice has been told above.
                    let item = bodies.choosing.item(bodies.id);
                    if !item.is_some_and(|item| item.has_error()) {
                        head.quote("✗ ", &why.to_string(), theme.bad());
                    }
                    write_pairs(head, edit, theme);
                    None
                }
            }
        }
        Action::Execute(execute) => {
            write_command(head, execute, theme);
            let command = execute.command.value.text();
            Some(Box::new(bodies.shelf.code(command, Language::of("", "sh"))))
        }
        action => {
            message::write(head, action, theme);
            None
        }
    }
}

/// The whole path, because the list clips a long one.
fn write_path(head: &mut Prose, action: &Action, path: &str, theme: Theme) {
    if is_marked(action) {
        let words = format!("{RUNS_CODE}: other programs run what this file says.");
        head.say(&words, theme.warning());
    }
    labeled(head, "Path", path, theme);
}

fn difference(head: &mut Prose, file: Proposed, bodies: &mut Bodies<'_, '_>, theme: Theme) -> Shared<Diff> {
    let before = file.before.unwrap_or_default();
    let diff = bodies.shelf.diff(&before, &file.after, bodies.layout);
    let (gone, come) = diff.borrow().counts();
    begin(head, &format!("{} removed, {} added:", lines(gone), lines(come)), theme);
    diff
}

/// Where the edit does not fit, there is no difference to show, but what it says can be shown.
fn write_pairs(head: &mut Prose, edit: &Edit, theme: Theme) {
    for Pair { find, replace } in &edit.pairs {
        begin(head, "What it looks for:", theme);
        head.quote("- ", find.value.text(), theme.bad());
        head.say("What it puts there:", theme.strong());
        head.quote("+ ", replace.value.text(), theme.good());
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
        0 | 1 => head.quote(&format!("{label}: "), text, Style::new()),
        _ => {
            head.say(&format!("{label}:"), theme.faint());
            head.quote(MARK, text, Style::new());
        }
    }
}

fn size(code: &Code, text: &str) -> String {
    let mut words = format!("{}, {} bytes", lines(code.lines()), text.len());
    if code.has_returns() {
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
