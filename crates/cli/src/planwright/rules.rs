use super::call::{Answered, Call};
use crate::answer::exit;
use crate::trouble;
use dialect::native::{Trouble, rule_text, rules_json, rules_text};
use dialect::rules;

/// Explain the rules for Markdown plans
///
/// Without a name, all of them, a line each; with one, what it asks for, why, and an example of either kind.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright rules
  planwright rules find-several")]
pub struct Args {
    /// The rule, as a diagnostic of a Markdown plan names it
    name: Option<String>,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let Some(name) = &args.name else {
        let all = rules::all();
        return Ok(call.answer(|| rules_json(&all), || rules_text(&all)));
    };
    let Some(rule) = rules::find(name) else {
        let mut unknown = Trouble::new("unknown_rule", format!("there is no rule `{name}`"));
        unknown = match rules::nearest(name) {
            Some(near) => unknown.with_hint(format!("did you mean `{near}`?")),
            None => unknown.with_hint("`planwright rules` lists them"),
        };
        return Ok(trouble::answer(&unknown, exit::INVALID, call.common.json));
    };
    Ok(call.answer(|| rules_json(&[rule]), || rule_text(rule)))
}
