//! What a server says when it does not answer.

use std::time::Duration;

use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Complaint {
    pub(crate) status: u16,
    pub(crate) message: String,
    /// How long it wants to be left alone.
    pub(crate) wait: Option<Duration>,
    /// Waiting will not help: there is no money left.
    pub(crate) is_final: bool,
}

/// Takes the sentence out of whatever surrounds it. `status` is what HTTP says; zero in the middle of an answer.
pub(crate) fn complaint(status: u16, body: &str) -> Complaint {
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return Complaint {
            status,
            message: body.to_owned(),
            ..Complaint::default()
        };
    };
    // Gemini puts it in a list.
    let value = value.get(0).unwrap_or(&value);
    let error = value.get("error").unwrap_or(value);
    let message = ["message", "detail"]
        .into_iter()
        .find_map(|key| error.get(key)?.as_str());
    let word = ["type", "code", "status"]
        .into_iter()
        .find_map(|key| error.get(key)?.as_str());
    let number = error
        .get("code")
        .and_then(Value::as_u64)
        .and_then(|code| u16::try_from(code).ok());
    let status = match status {
        0 => number.unwrap_or_else(|| status_of(word.unwrap_or_default())),
        status => status,
    };
    Complaint {
        status,
        message: message.or(error.as_str()).unwrap_or(body).to_owned(),
        wait: retry_delay(error),
        is_final: error.get("code").and_then(Value::as_str) == Some("insufficient_quota"),
    }
}

fn status_of(word: &str) -> u16 {
    match word {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" | "rate_limit_exceeded" => 429,
        "overloaded_error" => 529,
        _ => 500,
    }
}

/// Gemini's way to say when to come back: `"17s"` among the details.
fn retry_delay(error: &Value) -> Option<Duration> {
    let details = error.get("details")?.as_array()?;
    let text = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    seconds(text.strip_suffix('s')?)
}

pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(status: u16, body: &str, expected: (u16, &str)) {
        let complaint = complaint(status, body);
        assert_eq!((complaint.status, complaint.message.as_str()), expected);
    }

    #[test]
    fn every_server_wraps_its_sentence_differently() {
        check(401, r#"{"error":{"message":"bad key","type":"x"}}"#, (401, "bad key"));
        check(
            400,
            r#"[{"error":{"code":400,"message":"no","status":"INVALID"}}]"#,
            (400, "no"),
        );
        check(404, r#"{"error":"model not found"}"#, (404, "model not found"));
        check(422, r#"{"detail":"wrong"}"#, (422, "wrong"));
        check(502, "<html>Bad Gateway</html>", (502, "<html>Bad Gateway</html>"));
        check(500, r#"{"x":1}"#, (500, r#"{"x":1}"#));
    }

    #[test]
    fn in_the_middle_of_an_answer_words_tell_the_status() {
        check(
            0,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#,
            (529, "busy"),
        );
        check(0, r#"{"error":{"code":429,"message":"slow"}}"#, (429, "slow"));
        check(0, r#"{"error":{"message":"?"}}"#, (500, "?"));
    }

    #[test]
    fn some_say_when_to_come_back_and_some_that_it_is_no_use() {
        let body = r#"{"error":{"code":429,"message":"m","details":[{"a":1},{"retryDelay":"1.5s"}]}}"#;
        assert_eq!(complaint(429, body).wait, Some(Duration::from_millis(1500)));
        let body = r#"{"error":{"code":"insufficient_quota","message":"m"}}"#;
        assert!(complaint(429, body).is_final);
        assert_eq!(seconds("-1"), None);
        assert_eq!(seconds("Wed, 21 Oct 2026 07:28:00 GMT"), None);
    }
}
