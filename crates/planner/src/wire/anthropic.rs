//! The messages of Anthropic.

use model::limits;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Event, Fault, Reading, Request, Stop, Terms, Wire, complaint, parsed};
use crate::answer::{Asking, Expected};
use crate::key::Key;

const HOME: &str = "https://api.anthropic.com";
const VERSION: &str = "2023-06-01";
/// Models that write less than others.
const SHORTER: &[(&str, u64)] = &[
    ("claude-3-7", 64_000),
    ("claude-3-5", 8_192),
    ("claude-3", 4_096),
    ("claude-opus-4-0", 32_000),
    ("claude-opus-4-1", 32_000),
    ("claude-opus-4-2", 32_000),
];

pub(crate) struct Anthropic {
    pub(crate) base_url: Option<String>,
    pub(crate) model: String,
    pub(crate) key: Option<Key>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Piece {
    MessageStart {
        message: Start,
    },
    ContentBlockDelta {
        delta: Delta,
    },
    MessageDelta {
        delta: Ending,
        usage: Option<Usage>,
    },
    MessageStop,
    Error,
    /// Pings, beginnings and ends of blocks, and what they may think of next.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Start {
    model: Option<String>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Delta {
    /// Thoughts and signatures come under other names.
    text: Option<String>,
}

#[derive(Deserialize)]
struct Ending {
    stop_reason: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
}

impl Wire for Anthropic {
    fn request(&self, asking: &Asking<'_>, terms: Terms) -> Request {
        let most = most_tokens(&self.model);
        let mut body = json!({
            "model": self.model,
            "max_tokens": terms.max_output.map_or(most, |max| max.min(most)),
            "messages": [{"role": "user", "content": asking.prompt}],
            "stream": true,
        });
        let instructions = asking.instructions();
        if !instructions.trim().is_empty() {
            body["system"] = json!(instructions);
        }
        if let (Expected::Json { schema, .. }, true) = (asking.answer, terms.is_shaped) {
            let schema: Value = serde_json::from_str(schema).unwrap_or_default();
            body["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
        }
        let base_url = self.base_url.as_deref().unwrap_or(HOME);
        let mut headers = vec![("anthropic-version", VERSION.to_owned())];
        headers.extend(self.key.iter().map(|key| ("x-api-key", key.reveal().to_owned())));
        Request {
            url: format!("{}/v1/messages", base_url.strip_suffix("/v1").unwrap_or(base_url)),
            headers,
            body: body.to_string(),
        }
    }

    fn read(&self, event: &Event<'_>, reading: &mut Reading) -> Result<(), Fault> {
        match parsed(event)? {
            Piece::MessageStart { message } => {
                reading.model = message.model;
                count(message.usage, reading);
            }
            Piece::ContentBlockDelta { delta } => reading.text.push_str(&delta.text.unwrap_or_default()),
            Piece::MessageDelta { delta, usage } => {
                count(usage, reading);
                reading.stop = delta.stop_reason.map(|reason| match reason.as_str() {
                    "max_tokens" | "model_context_window_exceeded" => Stop::Length,
                    "refusal" => Stop::Unwilling("the model declined".to_owned()),
                    _ => Stop::Done,
                });
            }
            Piece::MessageStop => {
                reading.is_over = true;
                reading.stop.get_or_insert(Stop::Done);
            }
            Piece::Error => return Err(Fault::Server(complaint(0, event.data))),
            Piece::Other => {}
        }
        Ok(())
    }
}

/// They count what was seen before beside the input, not in it.
fn count(usage: Option<Usage>, reading: &mut Reading) {
    let Some(usage) = usage else {
        return;
    };
    if let Some(input) = usage.input_tokens {
        let cached = usage.cache_read_input_tokens.unwrap_or_default();
        let written = usage.cache_creation_input_tokens.unwrap_or_default();
        reading.tokens.input = Some(input.saturating_add(cached).saturating_add(written));
        reading.tokens.cached = cached;
    }
    reading.tokens.output = usage.output_tokens.or(reading.tokens.output);
}

fn most_tokens(model: &str) -> u64 {
    let shorter = SHORTER.iter().find(|(name, _)| model.starts_with(name));
    shorter.map_or(limits::PLANNER_OUTPUT_TOKENS, |(_, most)| *most)
}
