use dialect::rules;
use render::errors::Trouble;
use render::planwright::{rule_text, rules_json, rules_text};

use super::call::{Answered, Call};
use crate::trouble;

/// List the rules of diagnostics, or explain one
///
/// The explanation shows what the rule requires, why, and examples.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planwright rules
  planwright rules find-several")]
pub struct Args {
    /// The name of the rule, as in a diagnostic [default: list all]
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
        return Ok(trouble::answer(&unknown, call.common.json));
    };
    Ok(call.answer(|| rules_json(&[rule]), || rule_text(rule)))
}
