//! The prompts that are sent to language models, and where they come from.

use dialect::prompts::{Hole, PromptName};
use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::prompts::Prompts;
use model::Diagnostic;
use serde_json::json;

use crate::show::style::{BAD, BOLD, DIM, paint};

pub fn prompts_json(prompts: &Prompts) -> String {
    let prompt = |name: PromptName| {
        let hole = |hole: &Hole| json!({"name": hole.name, "stands_for": hole.stands_for, "needed": hole.is_needed});
        json!({
            "name": name.word(),
            "asks_for": name.purpose(),
            "file": prompts.path(name).map(|path| path.display().to_string()),
            "faults": prompts.faults(name).iter().map(fault).collect::<Vec<_>>(),
            "placeholders": name.holes().iter().map(hole).collect::<Vec<_>>(),
        })
    };
    pretty(&json!({"prompts": PromptName::ALL.map(prompt)}))
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

pub fn prompts_text(prompts: &Prompts) -> String {
    let room = |text: fn(PromptName) -> &'static str| {
        let lengths = PromptName::ALL.map(|name| text(name).chars().count());
        lengths.into_iter().max().unwrap_or_default()
    };
    let (names, purposes) = (room(PromptName::word), room(PromptName::purpose));
    let mut text = String::new();
    for prompt in PromptName::ALL {
        let (name, purpose) = (prompt.word(), prompt.purpose());
        let source = match prompts.path(prompt) {
            Some(file) => visible(&file.display().to_string()).into_owned(),
            None => paint(DIM, "built in"),
        };
        let name = paint(BOLD, format!("{name:names$}"));
        text.push_str(&format!("{name}  {purpose:purposes$}  {source}\n"));
        for told in prompts.faults(prompt).iter().map(fault) {
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
