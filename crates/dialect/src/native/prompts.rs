//! The prompts that are sent to language models, and where they come from.

use model::Diagnostic;
use serde::Serialize;

use super::json::pretty;
use super::style::{BAD, BOLD, DIM, paint};
use super::visible::visible;
use crate::prompts::{Hole, PromptName};

pub struct PromptView<'a> {
    pub name: PromptName,
    /// Where the user's own lies; `None` for the one that is built in.
    pub file: Option<&'a str>,
    /// Why that cannot be used.
    pub faults: &'a [Diagnostic],
}

#[derive(Serialize)]
struct PromptsShape<'a> {
    prompts: Vec<PromptShape<'a>>,
}

#[derive(Serialize)]
struct PromptShape<'a> {
    name: &'static str,
    asks_for: &'static str,
    file: Option<&'a str>,
    faults: Vec<String>,
    placeholders: Vec<HoleShape>,
}

#[derive(Serialize)]
struct HoleShape {
    name: &'static str,
    stands_for: &'static str,
    needed: bool,
}

pub fn prompts_json(views: &[PromptView<'_>]) -> String {
    let prompts = views.iter().map(|view| PromptShape {
        name: view.name.word(),
        asks_for: view.name.purpose(),
        file: view.file,
        faults: view.faults.iter().map(fault).collect(),
        placeholders: view.name.holes().iter().map(HoleShape::from).collect(),
    });
    pretty(&PromptsShape {
        prompts: prompts.collect(),
    })
}

/// `3:5: What is wrong. What to do.`
fn fault(fault: &Diagnostic) -> String {
    let place = fault.place.line_column;
    let place = place.map(|(line, column)| format!("{line}:{column}: "));
    let hint = fault.hint.as_deref().map(|hint| format!(" {hint}"));
    [place, Some(fault.message.clone()), hint]
        .into_iter()
        .flatten()
        .collect()
}

impl From<&Hole> for HoleShape {
    fn from(hole: &Hole) -> Self {
        Self {
            name: hole.name,
            stands_for: hole.stands_for,
            needed: hole.is_needed,
        }
    }
}

pub fn prompts_text(views: &[PromptView<'_>]) -> String {
    let room = |text: fn(PromptName) -> &'static str| {
        let lengths = views.iter().map(|view| text(view.name).chars().count());
        lengths.max().unwrap_or_default()
    };
    let (names, purposes) = (room(PromptName::word), room(PromptName::purpose));
    let mut text = String::new();
    for view in views {
        let (name, purpose) = (view.name.word(), view.name.purpose());
        let source = match view.file {
            Some(file) => visible(file).into_owned(),
            None => paint(DIM, "built in"),
        };
        let name = paint(BOLD, format!("{name:names$}"));
        text.push_str(&format!("{name}  {purpose:purposes$}  {source}\n"));
        for told in view.faults.iter().map(fault) {
            text.push_str(&format!("  {} {}\n", paint(BAD, "✗"), visible(&told)));
        }
    }
    text
}

/// One prompt as it is built in, with its placeholders explained.
pub fn holes_text(name: PromptName) -> String {
    let holes = name.holes();
    let room = holes.iter().map(|hole| hole.name.len() + 4).max().unwrap_or_default();
    let line = |hole: &Hole| {
        let needed = if hole.is_needed { "needed" } else { "" };
        let mark = format!("{{{{{}}}}}", hole.name);
        format!("{mark:room$}  {needed:6}  {}\n", hole.stands_for)
    };
    holes.iter().map(line).collect()
}
