//! The answer of `planwright usage`: what asking language models has cost.

use std::fmt::Write;

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::UsageLine;
use model::Cost;
use serde_json::{Value, json};

use super::merged;
use crate::show::style::{DIM, paint};

pub fn usage_json(lines: &[UsageLine]) -> String {
    let line = |line: &UsageLine| {
        let mut value = json!({"session": line.session});
        if let Some(task) = &line.task {
            value["task"] = json!(task);
        }
        value["model"] = json!(line.model);
        merged(value, Total::of([line]).value())
    };
    pretty(&json!({
        "usage": lines.iter().map(line).collect::<Vec<_>>(),
        "total": Total::of(lines).value(),
    }))
}

pub fn usage_text(lines: &[UsageLine]) -> String {
    if lines.is_empty() {
        return "no language model was asked\n".to_owned();
    }
    let mut text = String::new();
    for line in lines {
        let task = line.task.as_ref().map(|task| format!(", task {}", visible(task)));
        let task = task.unwrap_or_default();
        let _ = writeln!(text, "{}{task}: {}", visible(&line.session), visible(&line.model));
        let _ = writeln!(text, "  {}", Total::of([line]).sentence());
    }
    let _ = writeln!(text, "{} {}", paint(DIM, "in all:"), Total::of(lines).sentence());
    text
}

#[derive(Default)]
struct Total {
    calls: u64,
    input_tokens: u64,
    output_tokens: u64,
    /// As far as prices are known.
    cost: Option<Cost>,
}

impl Total {
    fn of<'a>(lines: impl IntoIterator<Item = &'a UsageLine>) -> Self {
        lines.into_iter().fold(Self::default(), |sum, line| Self {
            calls: sum.calls + line.calls,
            input_tokens: sum.input_tokens + line.input_tokens,
            output_tokens: sum.output_tokens + line.output_tokens,
            cost: [sum.cost, line.cost].into_iter().flatten().reduce(Cost::plus),
        })
    }

    fn value(&self) -> Value {
        let mut value = json!({
            "calls": self.calls,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
        });
        if let Some(cost) = self.cost {
            value["cost"] = json!(cost.to_string());
        }
        value
    }

    fn sentence(&self) -> String {
        let cost = self.cost.map(|cost| format!(", {cost}")).unwrap_or_default();
        format!(
            "{} asked, {} tokens in, {} out{cost}",
            self.calls, self.input_tokens, self.output_tokens
        )
    }
}
