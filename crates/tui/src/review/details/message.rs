//! Actions that change no file and run nothing: what is read, asked, said and handed over.

use model::proposal::{Invoke, Research};
use model::{Action, Resource, Spanned};
use ratatui::style::Style;

use super::{MARK, begin, labeled, labeled_option, write_extras};
use crate::text::Prose;
use crate::theme::Theme;

pub fn write(head: &mut Prose, action: &Action, theme: Theme) {
    match action {
        Action::Read(read) => {
            labeled_option(head, "Description", read.description.as_ref(), theme);
            said_of(head, "The next turn gets to see:", &read.resource, theme);
        }
        Action::Prune(prune) => {
            labeled_option(head, "Description", prune.description.as_ref(), theme);
            said_of(head, "The next turn does not see any more:", &prune.resource, theme);
        }
        Action::Research(research) => write_queries(head, research, theme),
        Action::Chat(chat) => said(
            head,
            "Says to you, and waits for an answer:",
            &chat.message.value,
            theme,
        ),
        Action::Invoke(invoke) => write_invoke(head, invoke, theme),
        Action::Conclude(conclude) => {
            said(head, "Returns to the caller, saying:", &conclude.message.value, theme);
            write_resources(head, &conclude.resources, theme);
        }
        Action::Create(_) | Action::Edit(_) | Action::Execute(_) => {}
    }
    write_extras(head, action.extras(), theme);
}

fn write_queries(head: &mut Prose, research: &Research, theme: Theme) {
    labeled_option(head, "Description", research.description.as_ref(), theme);
    for query in &research.queries {
        said(head, "Searches for:", query.value.text(), theme);
    }
}

fn write_invoke(head: &mut Prose, invoke: &Invoke, theme: Theme) {
    labeled(head, "Hands over to", &invoke.agent.value, theme);
    said(head, "Saying:", &invoke.message.value, theme);
    write_resources(head, &invoke.resources, theme);
}

fn write_resources(head: &mut Prose, resources: &[Spanned<Resource>], theme: Theme) {
    if resources.is_empty() {
        return;
    }
    begin(head, "With these resources:", theme);
    for resource in resources {
        head.quote(MARK, &resource.value.to_string(), Style::new());
    }
}

fn said_of(head: &mut Prose, words: &str, resource: &Spanned<Resource>, theme: Theme) {
    said(head, words, &resource.value.to_string(), theme);
}

fn said(head: &mut Prose, words: &str, text: &str, theme: Theme) {
    begin(head, words, theme);
    head.quote(MARK, text, Style::new());
}
