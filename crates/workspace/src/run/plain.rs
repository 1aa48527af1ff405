//! Removes terminal control sequences from a text: some of them write to the clipboard or make the terminal type answers.

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Text,
    /// After an escape character.
    Escape,
    /// Parameters up to a final letter.
    Control,
    /// A string up to a bell or another escape.
    String,
}

#[derive(Debug, Default)]
pub(super) struct Plain {
    state: State,
}

impl Plain {
    pub(super) fn push(&mut self, chunk: &str) -> String {
        let mut text = String::with_capacity(chunk.len());
        let mut rest = chunk;
        while !rest.is_empty() {
            if matches!(self.state, State::Text) {
                let (plain, more) = rest.split_at(rest.find(is_dropped).unwrap_or(rest.len()));
                text.push_str(plain);
                rest = more;
            }
            let mut characters = rest.chars();
            if let Some(character) = characters.next() {
                rest = characters.as_str();
                text.extend(self.take(character));
            }
        }
        text
    }

    fn take(&mut self, character: char) -> Option<char> {
        // A sequence ends at a line feed, so a broken one does not hide the next lines.
        if character == '\n' {
            self.state = State::Text;
            return Some(character);
        }
        self.state = match (self.state, character) {
            (_, '\x1b') => State::Escape,
            (State::Text | State::Escape, '\u{9b}') | (State::Escape, '[') => State::Control,
            (State::Text | State::Escape, '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}')
            | (State::Escape, ']' | 'P' | 'X' | '^' | '_') => State::String,
            (State::Escape, ' '..='/') => State::Escape,
            (State::Control, ' '..='?') => State::Control,
            (State::String, '\x07' | '\u{9c}') => State::Text,
            (State::String, _) => State::String,
            (State::Text, _) if !is_dropped(character) => return Some(character),
            _ => State::Text,
        };
        None
    }
}

fn is_dropped(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\r' | '\t')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_sequences_are_removed() {
        for (text, expected) in [
            ("\x1b[1;31merror\x1b[0m: no\n", "error: no\n"),
            ("a\x1b]0;title\x07b\x1b]52;c;AAAA\x1b\\c", "abc"),
            ("a\x1b]broken\nb", "a\nb"),
            ("a\x1b(Bb\u{9b}2Jc\x08\0d\te\r\n", "abcd\te\r\n"),
            ("Grüße 東京", "Grüße 東京"),
        ] {
            assert_eq!(Plain::default().push(text), expected);
        }
    }

    proptest! {
        #[test]
        fn chunk_borders_do_not_matter_and_no_sequence_is_left(text in "[a\x1b\\[\\];m\n\x07\u{9b}é]{0,40}") {
            let mut plain = Plain::default();
            let clean: String = text.chars().map(|character| plain.push(&character.to_string())).collect();
            prop_assert!(!clean.contains(is_dropped));
            prop_assert_eq!(clean, Plain::default().push(&text));
        }
    }
}
