//! `input.md`: everything that an agent gets to see before it plans a turn.
//!
//! It may hold thousands of files, so each of them is scanned once for back-ticks and copied once.

mod clip;
mod language;
mod tokens;
mod tree;

use model::{RelPath, Resource, TurnId, limits};

use super::markdown::{Page, inline};
use super::write::resource_link;
use tokens::{Weights, grouped};

pub use clip::clip_blocks;
pub use tokens::estimate_tokens;

#[derive(Debug, Clone)]
pub struct Input<'a> {
    pub system: System<'a>,
    pub project: Project<'a>,
    /// The text of `.teddy/memos.yaml`, if there is one.
    pub memos: Option<&'a str>,
    /// What else should be known, such as that a turn was taken back.
    pub notes: &'a [String],
    pub turn: &'a [Resource],
    pub session: &'a [Resource],
    pub global: &'a [Resource],
    /// Each once, in the order in which they are shown; folders as their files.
    pub resources: &'a [Exhibit],
}

#[derive(Debug, Clone, Copy)]
pub struct System<'a> {
    pub cwd: &'a str,
    pub os: &'a str,
    pub shell: &'a str,
}

#[derive(Debug, Clone, Copy)]
pub struct Project<'a> {
    /// Sorted.
    pub files: &'a [RelPath],
    /// How many more there are.
    pub left_out: usize,
}

/// A note about a turn whose file changes were undone.
pub fn undone_note(turn: &TurnId) -> String {
    format!("The file changes of turn {turn} were taken back after it was executed.")
}

/// A resource and what there is to see of it.
#[derive(Debug, Clone)]
pub struct Exhibit {
    pub resource: Resource,
    pub shown: Shown,
}

#[derive(Debug, Clone)]
pub enum Shown {
    Text(String),
    /// A page of the web, as Markdown.
    Page {
        title: String,
        text: String,
    },
    Nothing(NotShown),
}

/// Why a resource is not shown. Sizes are in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotShown {
    Missing,
    Binary(u64),
    TooLarge(u64),
    /// The resources before it take all the room.
    NoRoom(u64),
    /// Why it could not be read.
    Failed(String),
}

impl Shown {
    /// What is shown of it, verbatim.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Page { text, .. } => text,
            Self::Nothing(_) => "",
        }
    }
}

/// The project's files as a tree, for prompts that show no more of it.
pub fn write_outline(project: &Project<'_>) -> String {
    let mut page = Page::default();
    tree::write(&mut page, project);
    page.text
}

pub fn write_input(input: &Input<'_>) -> String {
    let mut page = Page::default();
    page.text.reserve(room(input));
    page.heading(1, "Agent Invocation Payload");
    write_system(&mut page, input);
    page.heading(2, "2. Project Structure");
    tree::write(&mut page, &input.project);
    if let Some(memos) = input.memos {
        page.heading(2, "3. Memos");
        page.fence("yaml", memos);
    }
    page.heading(2, "4. Context Summary");
    write_summary(&mut page, input);
    page.heading(2, "5. Resource Contents");
    if input.resources.is_empty() {
        page.line("The context is empty.");
    }
    for exhibit in input.resources {
        write_exhibit(&mut page, exhibit);
    }
    page.text
}

/// So much that the page need not be copied while it grows.
fn room(input: &Input<'_>) -> usize {
    const FRAME_BYTES: usize = 256;
    let contents = input
        .resources
        .iter()
        .map(|exhibit| exhibit.shown.text().len() + FRAME_BYTES);
    let files = input.project.files.iter().map(|path| path.as_str().len() + 1);
    contents.chain(files).sum::<usize>() + 4 * FRAME_BYTES
}

fn write_system(page: &mut Page, input: &Input<'_>) {
    page.heading(2, "1. System Information");
    page.field("CWD", input.system.cwd);
    page.field("OS", input.system.os);
    page.field("Shell", input.system.shell);
    for note in input.notes {
        page.field("Note", note);
    }
}

fn write_summary(page: &mut Page, input: &Input<'_>) {
    let weights = Weights::of(input.resources);
    let (total, count) = (grouped(weights.total()), input.resources.len());
    let noun = if count == 1 { "resource" } else { "resources" };
    page.line(&format!("About {total} tokens in {count} {noun}."));
    for (name, resources) in [
        ("Turn", input.turn),
        ("Session", input.session),
        ("Global", input.global),
    ] {
        page.heading(3, name);
        if resources.is_empty() {
            page.line("Nothing.");
        }
        for resource in resources {
            let link = resource_link(resource);
            match weights.below(resource) {
                0 => page.line(&format!("- {}", inline(&link))),
                tokens => page.line(&format!("- {} (about {} tokens)", inline(&link), grouped(tokens))),
            }
        }
    }
}

fn write_exhibit(page: &mut Page, exhibit: &Exhibit) {
    page.line("\n---");
    page.line(&format!("**Resource:** {}", inline(&resource_link(&exhibit.resource))));
    match &exhibit.shown {
        Shown::Text(text) => page.fence(language::of(&exhibit.resource), text),
        Shown::Page { title, text } => {
            if !title.trim().is_empty() {
                page.line(&format!("**Title:** {}", inline(title.trim())));
            }
            page.fence("markdown", text);
        }
        Shown::Nothing(why) => page.line(&format!("Not shown: {}", not_shown(why))),
    }
}

fn not_shown(why: &NotShown) -> String {
    match why {
        NotShown::Missing => "there is no such file.".to_owned(),
        NotShown::Binary(bytes) => format!("a binary file of {} bytes.", grouped(*bytes)),
        NotShown::TooLarge(bytes) => {
            let limit = grouped(limits::CONTEXT_FILE_BYTES as u64);
            format!("{} bytes, and the limit is {limit}.", grouped(*bytes))
        }
        NotShown::NoRoom(bytes) => {
            let limit = grouped(limits::CONTEXT_BYTES as u64);
            format!(
                "{} bytes, and all resources together are shown up to {limit}.",
                grouped(*bytes)
            )
        }
        NotShown::Failed(why) => inline(why.trim()).into_owned(),
    }
}

#[cfg(test)]
#[path = "input/input_tests.rs"]
mod tests;
