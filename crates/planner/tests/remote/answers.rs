use planwright_planner::{PlannerError, Usage};
use testkit::models::{Api, INPUT_TOKENS, KEY, OUTPUT_TOKENS, Reply};

use crate::desk::{ASKING, Desk, SHAPED};

#[test]
fn every_provider_answers_in_pieces() {
    for api in Api::ALL {
        let desk = Desk::new(api, [Reply::text("Grüße aus 東京 \n and on")]);
        let seen = desk.ask(&ASKING);
        let answer = seen.answer.unwrap();
        assert_eq!(answer.text, "Grüße aus 東京 \n and on", "{api:?}");
        assert_eq!(seen.text, answer.text);
        assert_eq!(answer.model, "stub-1");
        let usage = Usage {
            input_tokens: Some(INPUT_TOKENS),
            output_tokens: Some(OUTPUT_TOKENS),
            cost: None,
        };
        assert_eq!(answer.usage, usage);
        assert_eq!(seen.retries, []);
    }
}

#[test]
fn every_provider_is_asked_with_key_model_and_roles() {
    for api in Api::ALL {
        let desk = Desk::new(api, [Reply::text("yes")]);
        desk.ask(&ASKING).answer.unwrap();
        let asked = desk.server.asked();
        let [asked] = asked.as_slice() else {
            panic!("{asked:?}");
        };
        assert_eq!(asked.api, api);
        assert_eq!((asked.system(), asked.prompt()), ("You plan.", "Plan this."));
        assert_eq!(asked.model(), "stub-1");
        let (name, value) = match api {
            Api::OpenAi => ("authorization", format!("Bearer {KEY}")),
            Api::Anthropic => ("x-api-key", KEY.to_owned()),
            Api::Gemini => ("x-goog-api-key", KEY.to_owned()),
        };
        assert_eq!(asked.header(name), Some(value.as_str()));
        assert!(!asked.path.contains(KEY) && !asked.body.to_string().contains(KEY));
    }
}

#[test]
fn a_local_server_needs_no_key() {
    let mut desk = Desk::new(Api::OpenAi, [Reply::text("yes")]);
    desk.variables.push(("OPENAI_API_KEY", String::new()));
    desk.ask(&ASKING).answer.unwrap();
    assert_eq!(desk.server.asked()[0].header("authorization"), None);
}

#[test]
fn without_a_key_nobody_is_asked_at_home() {
    for (api, variable, address) in [
        (Api::OpenAi, "OPENAI_API_KEY", "OPENAI_BASE_URL"),
        (Api::Anthropic, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
        (Api::Gemini, "GEMINI_API_KEY", "GEMINI_BASE_URL"),
    ] {
        let mut desk = Desk::new(api, []);
        desk.variables
            .extend([(variable, String::new()), (address, String::new())]);
        let error = desk.planner().map(|_| ()).unwrap_err();
        assert_eq!(error, PlannerError::NoKey { variable });
    }
}

#[test]
fn a_key_that_cannot_be_sent_is_refused_and_not_repeated() {
    let mut desk = Desk::new(Api::OpenAi, []);
    desk.variables.push(("OPENAI_API_KEY", "sk-line\nbreak".to_owned()));
    let error = desk.planner().map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "OPENAI_API_KEY holds characters that no key has");
}

#[test]
fn who_cannot_stream_is_understood_too() {
    let desk = Desk::new(Api::OpenAi, [Reply::Whole("all at once".to_owned())]);
    let seen = desk.ask(&ASKING);
    assert_eq!(seen.answer.unwrap().text, "all at once");
    assert_eq!(seen.text, "all at once");
}

#[test]
fn json_is_asked_for_in_the_words_of_each_provider() {
    for (api, pointer) in [
        (Api::OpenAi, "/response_format/json_schema/schema/type"),
        (Api::Anthropic, "/output_config/format/schema/type"),
        (Api::Gemini, "/generationConfig/responseJsonSchema/type"),
    ] {
        let desk = Desk::new(api, [Reply::text("{\"a\": 1}")]);
        assert_eq!(desk.ask(&SHAPED).answer.unwrap().text, "{\"a\": 1}");
        let asked = desk.server.asked();
        assert_eq!(asked[0].body.pointer(pointer).unwrap(), "object");
        assert!(asked[0].system().contains(r#"{"type":"object"}"#));
    }
}

#[test]
fn who_cannot_be_told_a_shape_is_asked_without() {
    let script = [
        Reply::status(400, "response_format is not supported"),
        Reply::text("{}"),
    ];
    let desk = Desk::new(Api::OpenAi, script);
    assert_eq!(desk.ask(&SHAPED).answer.unwrap().text, "{}");
    let asked = desk.server.asked();
    assert!(asked[0].body.get("response_format").is_some());
    assert!(asked[1].body.get("response_format").is_none());
    assert_eq!(desk.clock.waited(), []);
}

#[test]
fn what_stands_around_json_is_for_whoever_asked_to_read() {
    let text = "Sure!\n```json\n{}\n```";
    let desk = Desk::new(Api::Gemini, [Reply::text(text)]);
    assert_eq!(desk.ask(&SHAPED).answer.unwrap().text, text);
}

#[test]
fn an_empty_answer_is_none() {
    for api in Api::ALL {
        let desk = Desk::new(api, [Reply::text(" ")]);
        assert!(matches!(desk.error(), PlannerError::BadAnswer { .. }), "{api:?}");
    }
}

#[test]
fn an_unwilling_or_breathless_model_gives_no_answer() {
    for api in Api::ALL {
        let desk = Desk::new(api, [Reply::Unwilling, Reply::Length("so far".to_owned())]);
        assert!(matches!(desk.error(), PlannerError::BadAnswer { .. }), "{api:?}");
        assert!(matches!(desk.error(), PlannerError::Cut { .. }), "{api:?}");
        assert_eq!(desk.server.asked().len(), 2);
    }
}
