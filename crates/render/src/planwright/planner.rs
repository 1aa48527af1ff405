//! The answers of `planner`: who would be asked, and how a first question went.

use dialect::text::json::pretty;
use dialect::text::visible::visible;
use engine::planner::{Answer, Choice, Chosen};
use model::{Cost, Provider};
use serde_json::json;

use crate::errors::planner_error;
use crate::show::page::Page;
use crate::show::style::{BAD, BOLD, DIM, GOOD, HINT, paint};

/// Without the key.
pub fn planner_json(chosen: &Chosen) -> String {
    let choice = &chosen.choice;
    let obstacle = chosen.obstacle.as_ref().map(|error| {
        let trouble = planner_error(error);
        json!({"error_type": trouble.kind, "message": trouble.message, "hint": trouble.hint})
    });
    pretty(&json!({
        "provider": choice.provider.word(),
        "model": choice.model,
        "base_url": choice.base_url,
        "command": choice.command,
        "key_variable": choice.key_variable,
        "timeout_s": choice.timeout_s,
        "input_price_usd": choice.price.map(|price| dollars(price.input)),
        "output_price_usd": choice.price.map(|price| dollars(price.output)),
        "max_cost_usd": chosen.max_cost.map(dollars),
        "max_session_cost_usd": chosen.max_session_cost.map(dollars),
        "why": choice.why,
        "ready": obstacle.is_none(),
        "obstacle": obstacle,
    }))
}

pub fn planner_text(chosen: &Chosen) -> String {
    let choice = &chosen.choice;
    let mut page = Page::default();
    page.line(paint(BOLD, visible(&title(choice))));
    let mut line =
        |name: &str, text: &str| page.indented(format!("{} {}", paint(DIM, format!("{name:<8}")), visible(text)));
    line("because", &choice.why);
    if let Some(url) = &choice.base_url {
        line("address", url);
    }
    if let Some(variable) = choice.key_variable {
        line("key", &format!("from {variable}"));
    }
    let is_asked = choice.provider != Provider::Manual;
    if is_asked {
        line("time", &format!("{} s for a question", choice.timeout_s));
    }
    if is_asked && choice.command.is_empty() {
        line("price", &price(chosen));
    }
    if let Some(budget) = budget(chosen) {
        line("budget", &budget);
    }
    if let Some(obstacle) = chosen.obstacle.as_ref().map(planner_error) {
        page.gap();
        // That nobody is asked may be what the user wants.
        if is_asked {
            page.line(format!("{} {}", paint(BAD, "✗"), visible(&obstacle.message)));
        }
        if let Some(hint) = &obstacle.hint {
            page.line(format!("{} {}", paint(HINT, "→"), visible(hint)));
        }
    }
    page.finish()
}

/// The answer to a first question; `text` has no secret in it.
pub fn planner_test_json(choice: &Choice, answer: &Answer, text: &str, milliseconds: u64) -> String {
    pretty(&json!({
        "status": "ok",
        "provider": choice.provider.word(),
        "model": answer.model,
        "answer": text,
        "milliseconds": milliseconds,
        "input_tokens": answer.usage.input_tokens,
        "output_tokens": answer.usage.output_tokens,
        "cost_usd": answer.usage.cost.map(dollars),
    }))
}

pub fn planner_test_text(answer: &Answer, text: &str, milliseconds: u64) -> String {
    let mut page = Page::default();
    let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
    page.line(format!(
        "{} {} answered: {}",
        paint(GOOD, "✓"),
        paint(BOLD, visible(&answer.model)),
        visible(&said)
    ));
    let tokens = |count: Option<u64>, what: &str| Some(format!("{} tokens {what}", count?));
    let facts = [
        Some(format!("{}.{:01} s", milliseconds / 1000, milliseconds % 1000 / 100)),
        tokens(answer.usage.input_tokens, "in"),
        tokens(answer.usage.output_tokens, "out"),
        answer.usage.cost.map(|cost| cost.to_string()),
    ];
    page.indented(facts.into_iter().flatten().collect::<Vec<_>>().join(", "));
    page.finish()
}

fn title(choice: &Choice) -> String {
    let provider = choice.provider.word();
    match (choice.provider, &choice.model) {
        (Provider::Manual, _) => "nobody is asked: you carry the question and the answer yourself".to_owned(),
        (_, _) if !choice.command.is_empty() => choice.command.join(" "),
        (_, Some(model)) => format!("{provider}/{model}"),
        (_, None) => provider.to_owned(),
    }
}

fn price(chosen: &Chosen) -> String {
    let has_budget = chosen.max_cost.is_some() || chosen.max_session_cost.is_some();
    match chosen.choice.price {
        Some(price) => format!("{} in, {} out for a million tokens", price.input, price.output),
        None if has_budget => "unknown, so that no budget holds; set `input_price` and `output_price`".to_owned(),
        None => "unknown".to_owned(),
    }
}

fn budget(chosen: &Chosen) -> Option<String> {
    let part = |cost: Option<Cost>, what: &str| Some(format!("{} for a {what}", cost?));
    let parts = [
        part(chosen.max_cost, "question"),
        part(chosen.max_session_cost, "session"),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn dollars(cost: Cost) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "nobody owes billions of dollars")]
    let micros = cost.micros() as f64;
    micros / 1_000_000.0
}
