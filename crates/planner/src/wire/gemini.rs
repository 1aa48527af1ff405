//! The content generation of Google's Gemini.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Event, Fault, Reading, Request, Stop, Terms, Wire, complaint, parsed};
use crate::answer::{Asking, Expected};
use crate::key::Key;

const HOME: &str = "https://generativelanguage.googleapis.com";

pub(crate) struct Gemini {
    pub(crate) base_url: Option<String>,
    pub(crate) model: String,
    pub(crate) key: Option<Key>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    #[serde(default)]
    candidates: Vec<Candidate>,
    usage_metadata: Option<Usage>,
    model_version: Option<String>,
    prompt_feedback: Option<Feedback>,
    error: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    content: Option<Content>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Content {
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    text: Option<String>,
    /// Whether it is only thinking aloud.
    #[serde(default)]
    thought: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    prompt_token_count: Option<u64>,
    candidates_token_count: Option<u64>,
    thoughts_token_count: Option<u64>,
    cached_content_token_count: Option<u64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

impl Wire for Gemini {
    fn request(&self, asking: &Asking<'_>, terms: Terms) -> Request {
        let mut settings = json!({});
        if let (Expected::Json { schema, .. }, true) = (asking.answer, terms.is_shaped) {
            let schema: Value = serde_json::from_str(schema).unwrap_or_default();
            settings["responseMimeType"] = json!("application/json");
            settings["responseJsonSchema"] = schema;
        }
        if let Some(max) = terms.max_output {
            settings["maxOutputTokens"] = json!(max);
        }
        let mut body = json!({
            "contents": [{"role": "user", "parts": [{"text": asking.prompt}]}],
            "generationConfig": settings,
        });
        let instructions = asking.instructions();
        if !instructions.trim().is_empty() {
            body["systemInstruction"] = json!({"parts": [{"text": instructions}]});
        }
        let base_url = self.base_url.as_deref().unwrap_or(HOME);
        let base_url = base_url.strip_suffix("/v1beta").unwrap_or(base_url);
        let model = self.model.strip_prefix("models/").unwrap_or(&self.model);
        // In the address, where many put it, the key would stand in the logs of everybody on the way.
        let headers = self.key.iter().map(|key| ("x-goog-api-key", key.reveal().to_owned()));
        Request {
            url: format!(
                "{base_url}/v1beta/models/{}:streamGenerateContent?alt=sse",
                encoded(model)
            ),
            headers: headers.collect(),
            body: body.to_string(),
        }
    }

    fn read(&self, event: &Event<'_>, reading: &mut Reading) -> Result<(), Fault> {
        let chunk: Chunk = parsed(event)?;
        if chunk.error.is_some() {
            return Err(Fault::Server(complaint(0, event.data)));
        }
        reading.model = chunk.model_version.or(reading.model.take());
        if let Some(usage) = chunk.usage_metadata {
            reading.tokens.input = usage.prompt_token_count.or(reading.tokens.input);
            reading.tokens.cached = usage.cached_content_token_count.unwrap_or(reading.tokens.cached);
            let written = [usage.candidates_token_count, usage.thoughts_token_count];
            let written = written.into_iter().flatten().reduce(u64::saturating_add);
            reading.tokens.output = written.or(reading.tokens.output);
        }
        if let Some(reason) = chunk.prompt_feedback.and_then(|feedback| feedback.block_reason) {
            reading.stop = Some(Stop::Unwilling(format!("the question was blocked ({reason})")));
        }
        for candidate in chunk.candidates {
            let parts = candidate.content.into_iter().flat_map(|content| content.parts);
            for part in parts.filter(|part| !part.thought) {
                reading.text.push_str(&part.text.unwrap_or_default());
            }
            // There is no other sign of an end, and it comes with the last piece.
            if let Some(reason) = candidate.finish_reason {
                reading.stop = Some(match reason.as_str() {
                    "STOP" => Stop::Done,
                    "MAX_TOKENS" => Stop::Length,
                    reason => Stop::Unwilling(format!("the model stopped ({reason})")),
                });
            }
        }
        Ok(())
    }
}

fn encoded(model: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    let encode = |byte: u8| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    model.bytes().map(encode).collect()
}
