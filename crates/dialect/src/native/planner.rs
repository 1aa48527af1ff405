//! The answers of `planner`: who would be asked, and how a first question went.

use model::Cost;
use serde::Serialize;

use super::error::Trouble;
use super::json::pretty;
use super::page::Page;
use super::style::{BAD, BOLD, DIM, GOOD, HINT, paint};
use super::visible::visible;

/// Who would be asked. There is no key in it.
#[derive(Debug, Clone)]
pub struct PlannerView<'a> {
    pub provider: &'a str,
    pub model: Option<&'a str>,
    pub base_url: Option<&'a str>,
    pub command: &'a [String],
    pub key_variable: Option<&'a str>,
    pub timeout_s: u64,
    /// Of input and output, for a million tokens.
    pub price: Option<(Cost, Cost)>,
    pub max_cost: Option<Cost>,
    pub max_session_cost: Option<Cost>,
    pub why: &'a str,
    /// Why nobody could be asked as things are.
    pub obstacle: Option<Trouble>,
}

/// How a question went.
#[derive(Debug, Clone, Copy)]
pub struct PlannerTestView<'a> {
    pub provider: &'a str,
    pub model: &'a str,
    pub answer: &'a str,
    pub milliseconds: u64,
    pub input_tokens: Option<u64>,
    pub output_tokens: Option<u64>,
    pub cost: Option<Cost>,
}

#[derive(Serialize)]
struct PlannerShape<'a> {
    provider: &'a str,
    model: Option<&'a str>,
    base_url: Option<&'a str>,
    command: &'a [String],
    key_variable: Option<&'a str>,
    timeout_s: u64,
    input_price_usd: Option<f64>,
    output_price_usd: Option<f64>,
    max_cost_usd: Option<f64>,
    max_session_cost_usd: Option<f64>,
    why: &'a str,
    ready: bool,
    obstacle: Option<ObstacleShape<'a>>,
}

#[derive(Serialize)]
struct ObstacleShape<'a> {
    error_type: &'a str,
    message: &'a str,
    hint: Option<&'a str>,
}

#[derive(Serialize)]
struct TestShape<'a> {
    status: &'static str,
    provider: &'a str,
    model: &'a str,
    answer: &'a str,
    milliseconds: u64,
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cost_usd: Option<f64>,
}

pub fn planner_json(view: &PlannerView<'_>) -> String {
    pretty(&PlannerShape {
        provider: view.provider,
        model: view.model,
        base_url: view.base_url,
        command: view.command,
        key_variable: view.key_variable,
        timeout_s: view.timeout_s,
        input_price_usd: view.price.map(|(input, _)| dollars(input)),
        output_price_usd: view.price.map(|(_, output)| dollars(output)),
        max_cost_usd: view.max_cost.map(dollars),
        max_session_cost_usd: view.max_session_cost.map(dollars),
        why: view.why,
        ready: view.obstacle.is_none(),
        obstacle: view.obstacle.as_ref().map(|trouble| ObstacleShape {
            error_type: trouble.kind,
            message: &trouble.message,
            hint: trouble.hint.as_deref(),
        }),
    })
}

pub fn planner_text(view: &PlannerView<'_>) -> String {
    let mut page = Page::default();
    page.line(paint(BOLD, visible(&title(view))));
    let mut line =
        |name: &str, text: &str| page.indented(format!("{} {}", paint(DIM, format!("{name:<8}")), visible(text)));
    line("because", view.why);
    if let Some(url) = view.base_url {
        line("address", url);
    }
    if let Some(variable) = view.key_variable {
        line("key", &format!("from {variable}"));
    }
    let is_asked = view.provider != "manual";
    if is_asked {
        line("time", &format!("{} s for a question", view.timeout_s));
    }
    if is_asked && view.command.is_empty() {
        line("price", &price(view));
    }
    if let Some(budget) = budget(view) {
        line("budget", &budget);
    }
    if let Some(obstacle) = &view.obstacle {
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

pub fn planner_test_json(view: &PlannerTestView<'_>) -> String {
    pretty(&TestShape {
        status: "ok",
        provider: view.provider,
        model: view.model,
        answer: view.answer,
        milliseconds: view.milliseconds,
        input_tokens: view.input_tokens,
        output_tokens: view.output_tokens,
        cost_usd: view.cost.map(dollars),
    })
}

pub fn planner_test_text(view: &PlannerTestView<'_>) -> String {
    let mut page = Page::default();
    let answer = view.answer.split_whitespace().collect::<Vec<_>>().join(" ");
    page.line(format!(
        "{} {} answered: {}",
        paint(GOOD, "✓"),
        paint(BOLD, visible(view.model)),
        visible(&answer)
    ));
    let tokens = |count: Option<u64>, what: &str| Some(format!("{} tokens {what}", count?));
    let facts = [
        Some(format!(
            "{}.{:01} s",
            view.milliseconds / 1000,
            view.milliseconds % 1000 / 100
        )),
        tokens(view.input_tokens, "in"),
        tokens(view.output_tokens, "out"),
        view.cost.map(|cost| cost.to_string()),
    ];
    page.indented(facts.into_iter().flatten().collect::<Vec<_>>().join(", "));
    page.finish()
}

fn title(view: &PlannerView<'_>) -> String {
    match (view.provider, view.model) {
        ("manual", _) => "nobody is asked: you carry the question and the answer yourself".to_owned(),
        (_, _) if !view.command.is_empty() => view.command.join(" "),
        (provider, Some(model)) => format!("{provider}/{model}"),
        (provider, None) => provider.to_owned(),
    }
}

fn price(view: &PlannerView<'_>) -> String {
    let has_budget = view.max_cost.is_some() || view.max_session_cost.is_some();
    match view.price {
        Some((input, output)) => format!("{input} in, {output} out for a million tokens"),
        None if has_budget => "unknown, so that no budget holds; set `input_price` and `output_price`".to_owned(),
        None => "unknown".to_owned(),
    }
}

fn budget(view: &PlannerView<'_>) -> Option<String> {
    let part = |cost: Option<Cost>, what: &str| Some(format!("{} for a {what}", cost?));
    let parts = [part(view.max_cost, "question"), part(view.max_session_cost, "session")];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn dollars(cost: Cost) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "nobody owes billions of dollars")]
    let micros = cost.micros() as f64;
    micros / 1_000_000.0
}
