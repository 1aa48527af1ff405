use model::{Diagnostic, Severity, Spanned};

use crate::rule::{Example, Rule};
use crate::spelling::nearest;
use crate::teddy::rules::quoted;

pub const RULE: Rule = Rule {
    name: "invoke-agent",
    severity: Severity::Error,
    summary: "The agent that is invoked exists, in capitals or not.",
    why: "Nobody would take up the work.",
    bad: Example::actions("### `INVOKE`\n- **Agent:** Archtect\n\nThe brief is complete.\n"),
    good: Example::actions("### `INVOKE`\n- **Agent:** Architect\n\nThe brief is complete.\n"),
};

/// Agents named in a hint.
const LISTED_MAX: usize = 12;

pub(in crate::teddy::check) fn check(agent: &Spanned<String>, known: Option<&[String]>) -> Option<Diagnostic> {
    let known = known?;
    let wanted = agent.value.trim().to_lowercase();
    if known.iter().any(|name| name.to_lowercase() == wanted) {
        return None;
    }
    let fault = RULE.broken(format!("There is no agent {}.", quoted(&agent.value)));
    Some(fault.at_span(agent.span.clone()).with_hint(hint(&wanted, known)))
}

fn hint(wanted: &str, known: &[String]) -> String {
    let lower: Vec<String> = known.iter().map(|name| name.to_lowercase()).collect();
    let meant = nearest(wanted, lower.iter().map(String::as_str));
    let meant = meant.and_then(|meant| known.iter().find(|name| name.to_lowercase() == meant));
    if let Some(meant) = meant {
        return format!("Did you mean {}?", quoted(meant));
    }
    let listed: Vec<String> = known.iter().take(LISTED_MAX).map(|name| quoted(name)).collect();
    match listed.is_empty() {
        true => "No agents are set up.".to_owned(),
        false => format!("There is {}.", listed.join(", ")),
    }
}
