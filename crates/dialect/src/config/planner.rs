//! The section `[planner]`: who is asked for plans, and for how much. Keys do not stand here.

use model::{PlannerConfig, Provider, TokenPrice, limits};

use super::fault::{CONFLICT, Faults, VALUE};
use super::section::{Section, Text};
use super::sections::{address, program};

pub(super) const KEYS: &[&str] = &[
    "provider",
    "model",
    "base_url",
    "command",
    "timeout_s",
    "max_cost",
    "max_session_cost",
    "input_price",
    "output_price",
];

const MODEL_HINT: &str = "Write the name that the provider gives it, like `\"gpt-6.1-sol\"`.";
const BASE_URL_HINT: &str = "Write an address like `\"http://localhost:11434/v1\"`.";
const COMMAND_HINT: &str = "Write the program and its arguments, like `[\"claude\", \"-p\"]`. No shell reads them.";

pub(super) fn planner(top: &Section<'_>, faults: &mut Faults) -> PlannerConfig {
    let Some(section) = top.section("planner", faults) else {
        return PlannerConfig::default();
    };
    let section = section.with_keys(KEYS, faults);
    check_agreement(&section, faults);
    PlannerConfig {
        provider: provider(&section, faults),
        model: model(&section, faults),
        base_url: address(&section, "base_url", BASE_URL_HINT, faults),
        command: program(&section, COMMAND_HINT, faults),
        timeout_s: section.number("timeout_s", &(1..=limits::PLANNER_S_MAX), faults),
        max_cost: section.money("max_cost", limits::PLANNER_COST_MAX, faults),
        max_session_cost: section.money("max_session_cost", limits::PLANNER_COST_MAX, faults),
        price: price(&section, faults),
    }
}

fn provider(section: &Section<'_>, faults: &mut Faults) -> Option<Provider> {
    let words = Provider::ALL.map(|provider| (provider.word(), provider));
    section.word("provider", &words, faults)
}

fn model(section: &Section<'_>, faults: &mut Faults) -> Option<String> {
    let Text { text, span } = section.text("model", MODEL_HINT, faults)?;
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        let message = format!("{} is no name of a model.", section.way("model"));
        faults.note(VALUE, span, message, MODEL_HINT);
        return None;
    }
    Some(text.to_owned())
}

fn price(section: &Section<'_>, faults: &mut Faults) -> Option<TokenPrice> {
    let input = section.money("input_price", limits::PLANNER_COST_MAX, faults);
    let output = section.money("output_price", limits::PLANNER_COST_MAX, faults);
    let (has_input, has_output) = (section.key_span("input_price"), section.key_span("output_price"));
    let (span, missing) = match (has_input, has_output) {
        (Some(span), None) => (span, "output_price"),
        (None, Some(span)) => (span, "input_price"),
        _ => {
            return Some(TokenPrice {
                input: input?,
                output: output?,
            });
        }
    };
    let message = format!("The price of tokens is only half known: `{missing}` is missing.");
    let hint = format!("Write both, in dollars for a million tokens, like `{missing} = 2.50`.");
    faults.note(CONFLICT, span, message, hint);
    None
}

/// A provider and what belongs to another one cannot both be meant.
fn check_agreement(section: &Section<'_>, faults: &mut Faults) {
    let mut unheard = Faults::default();
    let Some(provider) = provider(section, &mut unheard) else {
        return;
    };
    let is_command = provider == Provider::Command;
    match section.key_span("command") {
        Some(span) if !is_command => {
            let message = "`[planner]` names a command, but its provider is another one.".to_owned();
            faults.note(
                CONFLICT,
                span,
                message,
                "Write `provider = \"command\"`, or leave the command out.",
            );
        }
        None if is_command => {
            let span = section.key_span("provider").unwrap_or(0..0);
            let message = "The provider is a command, but `planner.command` is missing.".to_owned();
            faults.note(CONFLICT, span, message, COMMAND_HINT);
        }
        _ => {}
    }
    let is_local = is_command || provider == Provider::Manual;
    if let Some(span) = section.key_span("base_url").filter(|_| is_local) {
        let message = "`[planner]` names an address, but its provider has none.".to_owned();
        faults.note(
            CONFLICT,
            span,
            message,
            "Leave `base_url` out, or choose another provider.",
        );
    }
}
