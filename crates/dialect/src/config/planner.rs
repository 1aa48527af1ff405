//! The section `[planner]`: who is asked for plans, and for how much. Keys do not stand here.

use model::{PlannerConfig, Provider, TokenPrice, limits};

use super::rules::{CONFLICT, VALUE, WORDING};
use super::section::{Section, Text, note};
use super::sections::{address, program};
use crate::data::Collector;

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

pub(super) fn planner(top: &Section<'_>, log: &mut Collector<'_>) -> PlannerConfig {
    let Some(section) = top.section("planner", log) else {
        return PlannerConfig::default();
    };
    let section = section.with_keys(KEYS, log);
    check_agreement(&section, log);
    PlannerConfig {
        provider: provider(&section, log),
        model: model(&section, log),
        base_url: address(&section, "base_url", BASE_URL_HINT, log),
        command: program(&section, COMMAND_HINT, log),
        timeout_s: section.number("timeout_s", &(1..=limits::PLANNER_S_MAX), log),
        max_cost: section.money("max_cost", limits::PLANNER_COST_MAX, log),
        max_session_cost: section.money("max_session_cost", limits::PLANNER_COST_MAX, log),
        price: price(&section, log),
    }
}

fn provider(section: &Section<'_>, log: &mut Collector<'_>) -> Option<Provider> {
    let words = Provider::ALL.map(|provider| (provider.word(), provider));
    section.word("provider", &words, log)
}

fn model(section: &Section<'_>, log: &mut Collector<'_>) -> Option<String> {
    let Text { text, span } = section.text("model", MODEL_HINT, log)?;
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        let message = format!("{} is no name of a model.", section.path("model"));
        note(log, VALUE, span, message, MODEL_HINT);
        return None;
    }
    Some(text.to_owned())
}

fn price(section: &Section<'_>, log: &mut Collector<'_>) -> Option<TokenPrice> {
    let input = section.money("input_price", limits::PLANNER_COST_MAX, log);
    let output = section.money("output_price", limits::PLANNER_COST_MAX, log);
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
    note(log, CONFLICT, span, message, hint);
    None
}

/// A provider and what belongs to another one cannot both be meant.
fn check_agreement(section: &Section<'_>, log: &mut Collector<'_>) {
    let mut unheard = Collector::new("", &WORDING);
    let Some(provider) = provider(section, &mut unheard) else {
        return;
    };
    let is_command = provider == Provider::Command;
    match section.key_span("command") {
        Some(span) if !is_command => {
            let message = "`[planner]` names a command, but its provider is another one.".to_owned();
            note(
                log,
                CONFLICT,
                span,
                message,
                "Write `provider = \"command\"`, or leave the command out.",
            );
        }
        None if is_command => {
            let span = section.key_span("provider").unwrap_or(0..0);
            let message = "The provider is a command, but `planner.command` is missing.".to_owned();
            note(log, CONFLICT, span, message, COMMAND_HINT);
        }
        _ => {}
    }
    let is_local = is_command || provider == Provider::Manual;
    if let Some(span) = section.key_span("base_url").filter(|_| is_local) {
        let message = "`[planner]` names an address, but its provider has none.".to_owned();
        note(
            log,
            CONFLICT,
            span,
            message,
            "Leave `base_url` out, or choose another provider.",
        );
    }
}
