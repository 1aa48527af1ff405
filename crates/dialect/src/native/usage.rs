//! What asking language models has cost.

use std::fmt::Write;

use model::Cost;
use serde::Serialize;

use super::json::pretty;
use super::style::{DIM, paint};
use super::visible::visible;

pub struct UsageView<'a> {
    pub session: &'a str,
    pub task: Option<&'a str>,
    pub model: &'a str,
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cost: Option<Cost>,
}

#[derive(Serialize)]
struct UsageShape<'a> {
    usage: Vec<LineShape<'a>>,
    total: TotalShape,
}

#[derive(Serialize)]
struct LineShape<'a> {
    session: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<&'a str>,
    model: &'a str,
    #[serde(flatten)]
    total: TotalShape,
}

#[derive(Serialize)]
struct TotalShape {
    calls: u64,
    input_tokens: u64,
    output_tokens: u64,
    /// As far as prices are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<String>,
}

pub fn usage_json(lines: &[UsageView<'_>]) -> String {
    let usage = lines.iter().map(shape).collect();
    pretty(&UsageShape {
        usage,
        total: total(lines),
    })
}

fn shape<'a>(line: &UsageView<'a>) -> LineShape<'a> {
    LineShape {
        session: line.session,
        task: line.task,
        model: line.model,
        total: total(std::slice::from_ref(line)),
    }
}

pub fn usage_text(lines: &[UsageView<'_>]) -> String {
    if lines.is_empty() {
        return "no language model was asked\n".to_owned();
    }
    let mut text = String::new();
    for line in lines {
        let task = line
            .task
            .map(|task| format!(", task {}", visible(task)))
            .unwrap_or_default();
        let _ = writeln!(text, "{}{task}: {}", visible(line.session), visible(line.model));
        let _ = writeln!(text, "  {}", sentence(&total(std::slice::from_ref(line))));
    }
    let _ = writeln!(text, "{} {}", paint(DIM, "in all:"), sentence(&total(lines)));
    text
}

fn sentence(total: &TotalShape) -> String {
    let cost = total.cost.as_ref().map(|cost| format!(", {cost}")).unwrap_or_default();
    format!(
        "{} asked, {} tokens in, {} out{cost}",
        total.calls, total.input_tokens, total.output_tokens
    )
}

fn total(lines: &[UsageView<'_>]) -> TotalShape {
    let cost = lines.iter().filter_map(|line| line.cost).reduce(Cost::plus);
    TotalShape {
        calls: lines.iter().map(|line| line.calls).sum(),
        input_tokens: lines.iter().map(|line| line.input_tokens).sum(),
        output_tokens: lines.iter().map(|line| line.output_tokens).sum(),
        cost: cost.map(|cost| cost.to_string()),
    }
}
