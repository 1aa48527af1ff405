//! What a line leaves open, without telling its words apart: the way to the end of a long file.

use super::language::Language;
use super::{Open, closed, ended, token};

/// Goes from one character that could open something to the next.
pub struct Skim {
    language: &'static Language,
    /// By the byte.
    begins: [Begins; 256],
}

/// What a byte can be the beginning of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begins {
    Nothing,
    /// Of this quote, and of nothing else.
    Quote(u8),
    /// One has to look closer.
    Something,
}

impl Skim {
    pub fn new(language: &'static Language) -> Self {
        let mut begins = [Begins::Nothing; 256];
        for first in openers(language).filter_map(|opener| opener.bytes().next()) {
            let mut openers = openers(language).filter(|opener| opener.as_bytes()[0] == first);
            let is_alone = openers.next().is_some_and(|opener| opener.len() == 1) && openers.next().is_none();
            let quote = language
                .quotes
                .iter()
                .position(|quote| quote.open.as_bytes() == [first]);
            begins[usize::from(first)] = match quote.and_then(|quote| u8::try_from(quote).ok()) {
                Some(quote) if is_alone => Begins::Quote(quote),
                _ => Begins::Something,
            };
        }
        Self { language, begins }
    }

    /// The same as cutting the line would give, because nothing that can open begins with a letter of a word.
    pub fn over(&self, line: &str, open: Open) -> Open {
        let mut at = 0;
        let mut open = open;
        while at < line.len() {
            (at, open) = match open {
                Open::Nothing => {
                    let rest = &line.as_bytes()[at..];
                    let of = |byte: u8| self.begins[usize::from(byte)];
                    let Some(length) = rest.iter().position(|byte| of(*byte) != Begins::Nothing) else {
                        return Open::Nothing;
                    };
                    at += length;
                    match of(line.as_bytes()[at]) {
                        Begins::Quote(quote) => (at + 1, Open::Quote(quote)),
                        Begins::Nothing | Begins::Something => {
                            let (end, _, leaves) = token(self.language, line, at);
                            (end, leaves)
                        }
                    }
                }
                open => match closed(self.language, line, at, open) {
                    Some(end) => (end, Open::Nothing),
                    None => return ended(self.language, open),
                },
            };
        }
        ended(self.language, open)
    }
}

fn openers(language: &Language) -> impl Iterator<Item = &'static str> {
    let quotes = language.quotes.iter().map(|quote| quote.open);
    let block = language.block_comment.into_iter().map(|(begin, _)| begin);
    let characters = language.has_chars.then_some("'");
    let lines = language.line_comments.iter().copied();
    lines.chain(quotes).chain(block).chain(characters)
}

#[cfg(test)]
mod tests {
    use super::super::cut;
    use super::super::languages::ALL;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_opens_with_a_letter_of_a_word() {
        for language in ALL {
            for opener in openers(language) {
                let first = opener.chars().next().unwrap();
                assert!(first.is_ascii() && !first.is_alphanumeric() && first != '_', "{opener}");
            }
        }
    }

    proptest! {
        #[test]
        fn skimming_leaves_open_what_cutting_does(
            at in 0..ALL.len(),
            lines in prop::collection::vec(r#"([a1_ é\\'"`#;/*<>!\[\]{}-]|//|/\*|\*/|'''|"""|--\[\[|<!--|-->){0,30}"#, 1..6),
        ) {
            let language = &ALL[at];
            let skim = Skim::new(language);
            let mut open = Open::default();
            for line in &lines {
                let cut = cut(language, line, open, |_, _| {});
                prop_assert_eq!(skim.over(line, open), cut, "{:?} after {:?}", line, open);
                open = cut;
            }
        }
    }
}
