use super::call::{Answered, Call};
use crate::answer::Answer;
use crate::teddy;
use dialect::native::{UsageView, usage_json, usage_text};
use engine::UsageLine;
use engine::turns::TurnError;

/// Show what language models were asked, and what it cost
///
/// By session, task and model; costs only where prices are known.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  planwright usage\n  planwright usage --json")]
pub struct Args {}

pub fn run(call: &Call<'_>) -> Answered {
    Ok(told(call).unwrap_or_else(|error| teddy::failed(&error, &call.address(), call.common.json)))
}

fn told(call: &Call<'_>) -> Result<Answer, TurnError> {
    let lines = engine::usage(&call.door.setting)?;
    let views: Vec<UsageView<'_>> = lines.iter().map(view).collect();
    Ok(call.answer(|| usage_json(&views), || usage_text(&views)))
}

fn view(line: &UsageLine) -> UsageView<'_> {
    UsageView {
        session: &line.session,
        task: line.task.as_deref(),
        model: &line.model,
        calls: line.calls,
        input_tokens: line.input_tokens,
        output_tokens: line.output_tokens,
        cost: line.cost,
    }
}
