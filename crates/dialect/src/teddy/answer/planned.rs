//! A plan that was asked for.

use std::fmt::Write;

use serde::Serialize;

use super::named::Named;
use crate::native::json::pretty;
use crate::native::style::{GOOD, paint};
use crate::native::visible::visible;

#[derive(Serialize)]
pub struct PlannedView<'a> {
    #[serde(skip)]
    pub named: Named<'a>,
    pub turn: &'a str,
    #[serde(rename = "plan")]
    pub path: &'a str,
    /// The whole answer, where the plan is not all of it.
    #[serde(rename = "answer", skip_serializing_if = "Option::is_none")]
    pub raw: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
}

pub fn planned_json(view: &PlannedView<'_>) -> String {
    pretty(view)
}

pub fn planned_text(view: &PlannedView<'_>) -> String {
    let mut text = format!("{} {}\n", paint(GOOD, "planned"), visible(view.path));
    if let Some(model) = view.model {
        let _ = write!(text, "by {}", visible(model));
        if let (Some(input), Some(output)) = (view.input_tokens, view.output_tokens) {
            let _ = write!(text, ", {input} tokens in, {output} out");
        }
        if let Some(cost) = &view.cost {
            let _ = write!(text, ", {cost}");
        }
        text.push('\n');
    }
    if let Some(raw) = view.raw {
        let _ = writeln!(text, "the whole answer: {}", visible(raw));
    }
    text + &format!("now: {}\n", view.named.on("teddy execute"))
}

#[derive(Serialize)]
struct HandedShape<'a> {
    turn: &'a str,
    prompt: &'a str,
    copied: bool,
    next_command: String,
}

const NEXT: &str = "teddy plan --answer FILE";

pub fn handed_json(named: Named<'_>, turn: &str, path: &str, is_copied: bool) -> String {
    pretty(&HandedShape {
        turn,
        prompt: path,
        copied: is_copied,
        next_command: named.on(NEXT),
    })
}

pub fn handed_text(named: Named<'_>, path: &str, is_copied: bool) -> String {
    let next = named.on(NEXT);
    let copied = if is_copied { ", and copied to the clipboard" } else { "" };
    format!(
        "no planner is configured (see `planwright planner`)\nthe question: {}{copied}\nask a model, then: {next}   (or `-` for \
         standard input)\n",
        visible(path)
    )
}
