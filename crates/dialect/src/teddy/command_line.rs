//! A command line taken apart as a shell would, with nothing expanded.

use std::borrow::Cow;

/// The words of a command. Quotes and backslashes hold them together; `$`, `*` and `~` stand for themselves.
pub fn split_command(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let part = word.get_or_insert_default();
                read_single(&mut chars, part)?;
            }
            '"' => {
                let part = word.get_or_insert_default();
                read_double(&mut chars, part)?;
            }
            '\\' => match chars.next() {
                // A line that goes on in the next one.
                Some('\n') => {}
                Some(next) => word.get_or_insert_default().push(next),
                None => return Err("the last backslash has nothing to stand before".to_owned()),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Ok(words)
}

/// The inverse: words that would fall apart, or be nothing, stand in quotes.
pub fn join_command<W: AsRef<str>>(words: &[W]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| quoted(word.as_ref())).collect();
    quoted.join(" ")
}

fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| !c.is_whitespace() && !matches!(c, '\'' | '"' | '\\');
    match !word.is_empty() && word.chars().all(is_plain) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(format!("'{}'", word.replace('\'', r"'\''"))),
    }
}

fn read_single(chars: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    for c in chars {
        match c {
            '\'' => return Ok(()),
            c => word.push(c),
        }
    }
    Err("a single quote is not closed".to_owned())
}

/// A backslash is one, unless it stands before something that it can protect here.
fn read_double(chars: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), String> {
    while let Some(c) = chars.next() {
        match c {
            '"' => return Ok(()),
            '\\' => match chars.next() {
                Some('\n') => {}
                Some(next @ ('"' | '\\' | '$' | '`')) => word.push(next),
                Some(next) => word.extend(['\\', next]),
                None => break,
            },
            c => word.push(c),
        }
    }
    Err("a double quote is not closed".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, words: &[&str]) {
        assert_eq!(split_command(text).unwrap(), words, "{text}");
    }

    #[test]
    fn words_are_split_as_shells_do() {
        check("", &[]);
        check("  nvim   -R ", &["nvim", "-R"]);
        check("'a b' \"c d\"e\\ f", &["a b", "c de f"]);
        check("'' \"\"", &["", ""]);
        check(r#""a\"b\\c\d$x" 'a\b'"#, &[r#"a"b\c\d$x"#, r"a\b"]);
        check(
            "a$HOME ~ * # ; | > `x`",
            &["a$HOME", "~", "*", "#", ";", "|", ">", "`x`"],
        );
        check("a\\\nb \\\n c", &["ab", "c"]);
    }

    #[test]
    fn only_words_that_need_quotes_have_them() {
        assert_eq!(join_command(&["code", "--wait", "$HOME"]), "code --wait $HOME");
        assert_eq!(
            join_command(&["sh", "-c", "rm -r x", "", "it's"]),
            r"sh -c 'rm -r x' '' 'it'\''s'"
        );
    }

    #[test]
    fn what_is_open_is_an_error() {
        for text in ["'a", "\"a", "a\\", "\"a\\", "a 'b' \"c'"] {
            assert!(split_command(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn quoted_words_come_back(words in prop::collection::vec("\\PC{0,6}", 0..5)) {
            prop_assert_eq!(split_command(&join_command(&words)), Ok(words));
        }
    }
}
