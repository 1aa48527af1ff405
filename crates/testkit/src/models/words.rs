//! The parts of an answer in the format of each provider.

use serde_json::{Value, json};

use super::{Api, INPUT_TOKENS, OUTPUT_TOKENS};

pub(super) enum Stop {
    Done,
    Length,
    Unwilling,
}

/// Events before the first text.
pub(super) fn opening(api: Api, model: &str) -> Vec<Value> {
    match api {
        Api::OpenAi => vec![json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "model": model,
            "choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": null}],
        })],
        Api::Anthropic => vec![
            json!({"type": "message_start", "message": {
                "id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [],
                "stop_reason": null, "usage": {"input_tokens": INPUT_TOKENS, "output_tokens": 1},
            }}),
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
            json!({"type": "ping"}),
        ],
        Api::Gemini => Vec::new(),
    }
}

pub(super) fn piece(api: Api, model: &str, text: &str) -> Value {
    match api {
        Api::OpenAi => json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "model": model,
            "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": null}],
        }),
        Api::Anthropic => json!({
            "type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text},
        }),
        Api::Gemini => json!({
            "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "index": 0}],
            "usageMetadata": {"promptTokenCount": INPUT_TOKENS}, "modelVersion": model,
        }),
    }
}

pub(super) fn closing(api: Api, model: &str, stop: &Stop) -> Vec<Value> {
    let words = match stop {
        Stop::Done => ["stop", "end_turn", "STOP"],
        Stop::Length => ["length", "max_tokens", "MAX_TOKENS"],
        Stop::Unwilling => ["content_filter", "refusal", "SAFETY"],
    };
    match api {
        Api::OpenAi => vec![
            json!({
                "model": model, "choices": [{"index": 0, "delta": {}, "finish_reason": words[0]}], "usage": null,
            }),
            json!({
                "model": model, "choices": [],
                "usage": {"prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS},
            }),
            json!("[DONE]"),
        ],
        Api::Anthropic => vec![
            json!({"type": "content_block_stop", "index": 0}),
            json!({
                "type": "message_delta", "delta": {"stop_reason": words[1]}, "usage": {"output_tokens": OUTPUT_TOKENS},
            }),
            json!({"type": "message_stop"}),
        ],
        Api::Gemini => vec![json!({
            "candidates": [{"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": words[2]}],
            "usageMetadata": {"promptTokenCount": INPUT_TOKENS, "candidatesTokenCount": OUTPUT_TOKENS},
            "modelVersion": model,
        })],
    }
}

/// OpenAI's answer without streaming.
pub(super) fn whole(model: &str, text: &str) -> Value {
    json!({
        "model": model,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": INPUT_TOKENS, "completion_tokens": OUTPUT_TOKENS},
    })
}

pub(super) fn trouble(api: Api, status: u16, message: &str) -> Value {
    match api {
        Api::OpenAi => json!({"error": {"message": message, "type": "server_error", "code": null}}),
        Api::Anthropic => {
            let kind = match status {
                401 => "authentication_error",
                429 => "rate_limit_error",
                529 => "overloaded_error",
                _ => "api_error",
            };
            json!({"type": "error", "error": {"type": kind, "message": message}})
        }
        Api::Gemini => json!({"error": {"code": status, "message": message, "status": "UNAVAILABLE"}}),
    }
}
