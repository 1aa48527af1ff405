use serde_json::{Value, json};

use super::*;
use crate::answer::Expected;
use crate::key::Key;

const SHAPED: Terms = Terms {
    max_output: None,
    is_shaped: true,
};

fn asking(answer: Expected<'static>) -> Asking<'static> {
    Asking {
        system: "You plan.",
        prompt: "Plan this.",
        answer,
    }
}

fn shape() -> Expected<'static> {
    Expected::Json {
        name: "plan",
        schema: "{\"type\":\"object\"}",
    }
}

fn key() -> Option<Key> {
    Some(Key::new("sk-secret"))
}

fn openai(base_url: Option<&str>) -> OpenAi {
    OpenAi {
        base_url: base_url.map(str::to_owned),
        model: "m".to_owned(),
        key: key(),
    }
}

fn anthropic(model: &str) -> Anthropic {
    Anthropic {
        base_url: None,
        model: model.to_owned(),
        key: key(),
    }
}

fn gemini(model: &str) -> Gemini {
    Gemini {
        base_url: None,
        model: model.to_owned(),
        key: key(),
    }
}

fn body(request: &Request) -> Value {
    serde_json::from_str(&request.body).unwrap()
}

fn read(wire: &dyn Wire, events: &[Value]) -> Result<Reading, Fault> {
    let mut reading = Reading::default();
    for event in events {
        let data = event.to_string();
        wire.read(&Event { data: &data }, &mut reading)?;
    }
    Ok(reading)
}

#[test]
fn openai_is_asked_in_its_own_way() {
    let request = openai(None).request(&asking(shape()), SHAPED);
    assert_eq!(request.url, "https://api.openai.com/v1/chat/completions");
    assert_eq!(request.headers, [("authorization", "Bearer sk-secret".to_owned())]);
    let body = body(&request);
    assert_eq!(body["messages"][1], json!({"role": "user", "content": "Plan this."}));
    assert_eq!(body["response_format"]["json_schema"]["strict"], false);
    assert_eq!(body["stream"], true);
    assert!(!request.body.contains("sk-secret"));
}

#[test]
fn the_limit_of_an_answer_has_an_old_and_a_new_name() {
    let terms = Terms {
        max_output: Some(7),
        is_shaped: false,
    };
    let body_of = |base_url| body(&openai(base_url).request(&asking(shape()), terms));
    assert_eq!(body_of(None)["max_completion_tokens"], 7);
    let local = body_of(Some("http://localhost:1/v1"));
    assert_eq!(
        (&local["max_tokens"], &local["response_format"]),
        (&json!(7), &Value::Null)
    );
    assert_eq!(
        body_of(Some("https://openrouter.ai/api/v1"))["usage"],
        json!({"include": true})
    );
}

#[test]
fn anthropic_is_asked_in_its_own_way() {
    let request = anthropic("claude-sonnet-5-5").request(&asking(shape()), SHAPED);
    assert_eq!(request.url, "https://api.anthropic.com/v1/messages");
    assert!(request.headers.contains(&("x-api-key", "sk-secret".to_owned())));
    let body = body(&request);
    assert_eq!(body["max_tokens"], 64_000);
    assert_eq!(body["output_config"]["format"]["schema"], json!({"type": "object"}));
    assert!(body["system"].as_str().unwrap().starts_with("You plan.\n\n"));
    let short = anthropic("claude-3-5-haiku-latest").request(&asking(Expected::Text), SHAPED);
    assert_eq!(serde_json::from_str::<Value>(&short.body).unwrap()["max_tokens"], 8_192);
}

#[test]
fn gemini_is_asked_in_its_own_way() {
    let request = gemini("models/gemini x/../y").request(&asking(shape()), SHAPED);
    assert_eq!(
        request.url,
        "https://generativelanguage.googleapis.com/v1beta/models/gemini%20x%2F..%2Fy:streamGenerateContent?alt=sse"
    );
    assert_eq!(request.headers, [("x-goog-api-key", "sk-secret".to_owned())]);
    let body = body(&request);
    assert_eq!(body["generationConfig"]["responseMimeType"], "application/json");
    assert_eq!(body["contents"][0]["parts"][0]["text"], "Plan this.");
}

#[test]
fn openai_answers_in_pieces() {
    let reading = read(
        &openai(None),
        &[
            json!({"model": "m-1", "choices": [{"delta": {"role": "assistant", "content": ""}}]}),
            json!({"choices": [{"delta": {"content": "Hel"}, "finish_reason": null}]}),
            json!({"choices": [{"delta": {"content": "lo"}, "finish_reason": "stop"}], "usage": null}),
            json!({"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2, "cost": 0.25,
                "prompt_tokens_details": {"cached_tokens": 3}}}),
        ],
    )
    .unwrap();
    assert_eq!(
        (reading.text.as_str(), reading.model.as_deref()),
        ("Hello", Some("m-1"))
    );
    assert_eq!(reading.stop, Some(Stop::Done));
    assert_eq!(
        (reading.tokens.input, reading.tokens.cached, reading.tokens.output),
        (Some(5), 3, Some(2))
    );
    assert_eq!(reading.cost, Cost::from_dollars(0.25));
    assert!(!reading.is_over);
}

#[test]
fn the_end_of_openai_is_no_json() {
    let mut reading = Reading::default();
    openai(None).read(&Event { data: "[DONE]" }, &mut reading).unwrap();
    assert_eq!((reading.is_over, reading.stop), (true, Some(Stop::Done)));
}

#[test]
fn anthropic_answers_in_pieces() {
    let reading = read(
        &anthropic("m"),
        &[
            json!({"type": "message_start", "message": {"model": "m-1",
                "usage": {"input_tokens": 5, "cache_read_input_tokens": 2, "output_tokens": 1}}}),
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "thinking"}}),
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}}),
            json!({"type": "ping"}),
            json!({"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Hello"}}),
            json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}}),
            json!({"type": "message_stop"}),
        ],
    )
    .unwrap();
    assert_eq!(
        (reading.text.as_str(), reading.model.as_deref()),
        ("Hello", Some("m-1"))
    );
    assert_eq!(
        (reading.tokens.input, reading.tokens.cached, reading.tokens.output),
        (Some(7), 2, Some(9))
    );
    assert_eq!((reading.is_over, reading.stop), (true, Some(Stop::Done)));
}

#[test]
fn gemini_answers_in_pieces() {
    let reading = read(
        &gemini("m"),
        &[
            json!({"candidates": [{"content": {"parts": [{"text": "hm", "thought": true}, {"text": "Hel"}]}}]}),
            json!({"candidates": [{"content": {"parts": [{"text": "lo"}]}, "finishReason": "STOP"}],
                "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 2, "thoughtsTokenCount": 7},
                "modelVersion": "m-1"}),
        ],
    )
    .unwrap();
    assert_eq!(
        (reading.text.as_str(), reading.model.as_deref()),
        ("Hello", Some("m-1"))
    );
    assert_eq!((reading.tokens.input, reading.tokens.output), (Some(5), Some(9)));
    assert_eq!(reading.stop, Some(Stop::Done));
}

#[test]
fn every_provider_says_when_an_answer_is_too_long_or_not_given() {
    let choice = |reason: &str| json!({"choices": [{"delta": {}, "finish_reason": reason}]});
    let delta = |reason: &str| json!({"type": "message_delta", "delta": {"stop_reason": reason}});
    let candidate = |reason: &str| json!({"candidates": [{"finishReason": reason}]});
    let stop = |wire: &dyn Wire, event: Value| read(wire, &[event]).unwrap().stop.unwrap();
    assert_eq!(stop(&openai(None), choice("length")), Stop::Length);
    assert_eq!(stop(&anthropic("m"), delta("max_tokens")), Stop::Length);
    assert_eq!(stop(&gemini("m"), candidate("MAX_TOKENS")), Stop::Length);
    assert!(matches!(
        stop(&openai(None), choice("content_filter")),
        Stop::Unwilling(_)
    ));
    assert!(matches!(stop(&anthropic("m"), delta("refusal")), Stop::Unwilling(_)));
    assert!(matches!(stop(&gemini("m"), candidate("SAFETY")), Stop::Unwilling(_)));
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}});
    assert!(matches!(stop(&gemini("m"), blocked), Stop::Unwilling(_)));
}

#[test]
fn trouble_in_the_middle_is_told() {
    let error = json!({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}});
    for wire in [&openai(None) as &dyn Wire, &anthropic("m"), &gemini("m")] {
        let Err(Fault::Server(complaint)) = read(wire, std::slice::from_ref(&error)) else {
            panic!("it was taken");
        };
        assert_eq!((complaint.status, complaint.message.as_str()), (529, "busy"));
        let garbage = wire.read(&Event { data: "{" }, &mut Reading::default());
        assert_eq!(garbage, Err(Fault::Garbage));
    }
}
