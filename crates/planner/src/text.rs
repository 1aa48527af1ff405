//! Text that arrives in pieces, and what an answer is in the end.

use model::limits;
use serde::de::IgnoredAny;

use crate::answer::Expected;
use crate::error::PlannerError;

/// Bytes become text as soon as their characters are whole.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    rest: Vec<u8>,
}

impl Decoder {
    /// What is no UTF-8 is replaced.
    pub(crate) fn push(&mut self, chunk: &[u8]) -> String {
        self.rest.extend_from_slice(chunk);
        let whole = match std::str::from_utf8(&self.rest) {
            // Only the last character may still become whole.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.rest.len(),
        };
        let whole = if self.rest.len() - whole > 3 {
            self.rest.len()
        } else {
            whole
        };
        let bytes: Vec<u8> = self.rest.drain(..whole).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(crate) fn finish(self) -> String {
        String::from_utf8_lossy(&self.rest).into_owned()
    }
}

/// An answer that can be handed out. Of JSON, what models like to put around it is taken off.
pub(crate) fn settle(text: &str, expected: Expected<'_>) -> Result<String, PlannerError> {
    let bad = |why: &str| PlannerError::BadAnswer { why: why.to_owned() };
    if text.len() > limits::PLANNER_ANSWER_BYTES {
        return Err(PlannerError::long_answer());
    }
    if text.trim().is_empty() {
        return Err(bad("it is empty"));
    }
    match expected {
        Expected::Text => Ok(text.to_owned()),
        Expected::Json { .. } => document(text)
            .map(str::to_owned)
            .ok_or_else(|| bad("it is not one JSON document")),
    }
}

fn document(text: &str) -> Option<&str> {
    let is_json = |text: &&str| serde_json::from_str::<IgnoredAny>(text).is_ok();
    let said = text.rsplit_once("</think>").map_or(text, |(_, said)| said).trim();
    let fenced = || fenced(said);
    let braced = || Some(&said[said.find(['{', '['])?..=said.rfind(['}', ']'])?]);
    Some(said)
        .filter(is_json)
        .or_else(|| fenced().filter(is_json))
        .or_else(|| braced().filter(is_json))
}

/// What stands in the first code fence.
fn fenced(text: &str) -> Option<&str> {
    let (_, inner) = text.split_once("```")?;
    let (_, inner) = inner.split_once('\n')?;
    let (inner, _) = inner.rsplit_once("```")?;
    Some(inner.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: Expected<'static> = Expected::Json {
        name: "x",
        schema: "{}",
    };

    #[test]
    fn characters_may_be_cut_anywhere() {
        let text = "Grüße, 東京 🦀!";
        for size in 1..6 {
            let mut decoder = Decoder::default();
            let mut seen: String = text.as_bytes().chunks(size).map(|chunk| decoder.push(chunk)).collect();
            seen.push_str(&decoder.finish());
            assert_eq!(seen, text);
        }
    }

    #[test]
    fn broken_characters_are_replaced_and_hold_nothing_up() {
        let mut decoder = Decoder::default();
        assert_eq!(decoder.push(b"a\xffb"), "a\u{fffd}b");
        assert_eq!(decoder.push(b"\xe6\x9d"), "");
        assert_eq!(decoder.finish(), "\u{fffd}");
    }

    #[test]
    fn json_is_found_in_what_surrounds_it() {
        for text in [
            "{\"a\":1}",
            " {\"a\":1}\n",
            "```json\n{\"a\":1}\n```",
            "Here it is:\n\n```json\n{\"a\":1}\n```\nDone.",
            "<think>{ hmm }</think>\n{\"a\":1}",
            "Sure! {\"a\":1} Anything else?",
        ] {
            assert_eq!(settle(text, JSON).unwrap(), "{\"a\":1}", "{text}");
        }
        for text in ["", "  ", "no", "{\"a\":", "{\"a\":1} {\"b\":2}", "}{", "```\n"] {
            assert!(
                matches!(settle(text, JSON), Err(PlannerError::BadAnswer { .. })),
                "{text}"
            );
        }
    }

    #[test]
    fn text_is_left_as_it_is() {
        assert_eq!(settle("# Plan\n", Expected::Text).unwrap(), "# Plan\n");
        assert!(settle(" \n", Expected::Text).is_err());
    }
}
