//! Text that arrives in pieces, and what an answer is in the end.

use model::limits;

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

/// An answer that can be handed out. What is in it, and around it, is for whoever asked to read.
pub(crate) fn settle(text: &str) -> Result<String, PlannerError> {
    if text.len() > limits::PLANNER_ANSWER_BYTES {
        return Err(PlannerError::long_answer());
    }
    match text.trim().is_empty() {
        true => Err(PlannerError::BadAnswer {
            why: "it is empty".to_owned(),
        }),
        false => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn an_answer_is_left_as_it_is() {
        assert_eq!(settle("# Plan\n").unwrap(), "# Plan\n");
        assert!(settle(" \n").is_err());
    }
}
