//! The chat completions of OpenAI, and of everybody who has copied them.

use model::Cost;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Event, Fault, Reading, Request, Stop, Terms, Wire, complaint, parsed};
use crate::answer::{Asking, Expected};
use crate::key::Key;

const HOME: &str = "https://api.openai.com/v1";

pub(crate) struct OpenAi {
    pub(crate) base_url: Option<String>,
    pub(crate) model: String,
    pub(crate) key: Option<Key>,
}

#[derive(Deserialize)]
struct Chunk {
    model: Option<String>,
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Option<Delta>,
    /// Of servers that cannot stream.
    message: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<Details>,
    /// In dollars; of those who sell other people's models.
    cost: Option<f64>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<u64>,
}

impl Wire for OpenAi {
    fn request(&self, asking: &Asking<'_>, terms: Terms) -> Request {
        let instructions = asking.instructions();
        let mut messages = Vec::new();
        if !instructions.trim().is_empty() {
            messages.push(json!({"role": "system", "content": instructions}));
        }
        messages.push(json!({"role": "user", "content": asking.prompt}));
        let mut body = json!({
            "model": self.model,
            "messages": messages,
            "stream": true,
            "stream_options": {"include_usage": true},
        });
        if let (Expected::Json { name, schema }, true) = (asking.answer, terms.is_shaped) {
            let schema: Value = serde_json::from_str(schema).unwrap_or_default();
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": {"name": name, "strict": is_strict(&schema), "schema": schema},
            });
        }
        if let Some(max) = terms.max_output {
            // OpenAI has given it a new name, which most others do not know.
            let name = if self.base_url.is_none() {
                "max_completion_tokens"
            } else {
                "max_tokens"
            };
            body[name] = json!(max);
        }
        let base_url = self.base_url.as_deref().unwrap_or(HOME);
        if base_url.contains("://openrouter.ai/") {
            body["usage"] = json!({"include": true});
        }
        let bearer = self
            .key
            .iter()
            .map(|key| ("authorization", format!("Bearer {}", key.reveal())));
        Request {
            url: format!("{base_url}/chat/completions"),
            headers: bearer.collect(),
            body: body.to_string(),
        }
    }

    fn read(&self, event: &Event<'_>, reading: &mut Reading) -> Result<(), Fault> {
        if event.data.trim() == "[DONE]" {
            reading.is_over = true;
            reading.stop.get_or_insert(Stop::Done);
            return Ok(());
        }
        let chunk: Chunk = parsed(event)?;
        if chunk.error.is_some() {
            return Err(Fault::Server(complaint(0, event.data)));
        }
        reading.model = chunk.model.filter(|model| !model.is_empty()).or(reading.model.take());
        for choice in chunk.choices {
            for delta in choice.delta.into_iter().chain(choice.message) {
                reading.text.push_str(&delta.content.unwrap_or_default());
                if let Some(refusal) = delta.refusal.filter(|refusal| !refusal.is_empty()) {
                    reading.stop = Some(Stop::Unwilling(refusal));
                }
            }
            if let Some(reason) = choice.finish_reason.filter(|reason| !reason.is_empty()) {
                reading.stop.get_or_insert(match reason.as_str() {
                    "length" => Stop::Length,
                    "content_filter" => Stop::Unwilling("its content filter did not let it through".to_owned()),
                    _ => Stop::Done,
                });
            }
        }
        if let Some(usage) = chunk.usage {
            reading.tokens.input = usage.prompt_tokens.or(reading.tokens.input);
            reading.tokens.output = usage.completion_tokens.or(reading.tokens.output);
            let cached = usage.prompt_tokens_details.and_then(|details| details.cached_tokens);
            reading.tokens.cached = cached.unwrap_or(reading.tokens.cached);
            reading.cost = usage.cost.and_then(Cost::from_dollars).or(reading.cost);
        }
        Ok(())
    }
}

/// Whether the schema is of the kind that OpenAI can hold a model to: every object lists all of its fields as required,
/// and allows no others.
fn is_strict(schema: &Value) -> bool {
    let is_closed = match schema.get("properties").and_then(Value::as_object) {
        Some(fields) => {
            let required = schema.get("required").and_then(Value::as_array);
            let is_required = |name: &String| required.is_some_and(|all| all.iter().any(|one| one == name));
            schema.get("additionalProperties") == Some(&Value::Bool(false)) && fields.keys().all(is_required)
        }
        None => schema.get("type").and_then(Value::as_str) != Some("object"),
    };
    let inner = match schema {
        Value::Object(fields) => fields.values().all(is_strict),
        Value::Array(items) => items.iter().all(is_strict),
        _ => true,
    };
    is_closed && inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_closed_schemas_are_strict() {
        for (schema, expected) in [
            (json!({"type": "object"}), false),
            (
                json!({"type": "object", "properties": {"a": {}}, "required": ["a"]}),
                false,
            ),
            (json!({"type": "string"}), true),
        ] {
            assert_eq!(is_strict(&schema), expected, "{schema}");
        }
        let closed = |inner: Value| json!({"type": "object", "properties": {"a": inner}, "required": ["a"], "additionalProperties": false});
        assert!(is_strict(&closed(
            json!({"type": "array", "items": closed(json!({"type": "string"}))})
        )));
        assert!(!is_strict(&closed(
            json!({"type": "array", "items": {"type": "object"}})
        )));
    }
}
