//! The engine returns values, not sentences: product code of the engine has no string literal of three or more words.
//!
//! `render` writes the texts that users see, and `dialect` writes the texts that are stored. A word is a part of the
//! literal between spaces that has a letter, or is a placeholder such as `{path}`. Attributes may have sentences, such
//! as the `Display` of an error, and so may the messages of assertions.

use super::findings::Findings;
use crate::project::Source;
use crate::rust_text::{is_string, literal_text, token_length};

/// The crate's root file. Its product modules are checked.
pub const ENGINE: &str = "crates/engine/src/lib.rs";

/// A literal with this many words is a sentence.
const SENTENCE_WORDS: usize = 3;

/// Calls whose messages only a programmer sees.
const MESSAGES: &[&str] = &["expect", "panic!", "unreachable!"];

/// `sources` have no test code.
pub fn check(sources: &[Source], findings: &mut Findings) {
    if sources.is_empty() {
        findings.problem(format!(
            "{ENGINE} is missing, so no sentence of the engine can be found"
        ));
    }
    for source in sources {
        for literal in literals(&source.text)
            .iter()
            .filter(|literal| is_sentence(literal.text))
        {
            let place = format!("{}:{}", source.path, literal.line);
            findings.problem(format!(
                "{place}: the engine has the sentence \"{}\": return a value that `render` or `dialect::records` writes",
                literal.text
            ));
        }
    }
}

fn is_sentence(text: &str) -> bool {
    let text = text.replace("\\n", " ").replace('\\', " ");
    let has_letter = |part: &&str| part.contains(char::is_alphabetic);
    let is_word = |part: &&str| has_letter(part) || part.contains('{');
    let words = text.split_whitespace().filter(is_word).count();
    words >= SENTENCE_WORDS
        && text
            .split_whitespace()
            .any(|part| !part.contains('{') && has_letter(&part))
}

struct Literal<'a> {
    line: usize,
    text: &'a str,
}

/// The string literals outside of comments, attributes and the messages of assertions.
fn literals(code: &str) -> Vec<Literal<'_>> {
    let mut found = Vec::new();
    let mut calls: Vec<bool> = Vec::new();
    let mut attribute_brackets = 0_usize;
    let mut at = 0;
    while let Some(next) = code[at..].chars().next() {
        let rest = &code[at..];
        let end = at + token_length(rest, code[..at].chars().next_back());
        match next {
            '#' if rest.starts_with("#[") || rest.starts_with("#![") => {
                attribute_brackets += 1;
                at += rest.find('[').map_or(1, |bracket| bracket + 1);
                continue;
            }
            '[' if attribute_brackets > 0 => attribute_brackets += 1,
            ']' if attribute_brackets > 0 => attribute_brackets -= 1,
            '(' => calls.push(is_message(&code[..at])),
            ')' => drop(calls.pop()),
            _ if is_string(&code[at..end]) && attribute_brackets == 0 && !calls.contains(&true) => {
                found.push(Literal {
                    line: code[..at].matches('\n').count() + 1,
                    text: literal_text(&code[at..end]),
                });
            }
            _ => {}
        }
        at = end;
    }
    found
}

/// Whether the opening parenthesis behind this code begins the arguments of an assertion or the like.
fn is_message(before: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '!';
    let start = before
        .rfind(|c| !is_name(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let name = &before[start..];
    MESSAGES.contains(&name) || name.trim_start_matches("debug_").starts_with("assert") && name.ends_with('!')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(code: &str, sentences: &[(usize, &str)]) {
        let found = literals(code);
        let found = found.iter().filter(|literal| is_sentence(literal.text));
        let found: Vec<(usize, &str)> = found.map(|literal| (literal.line, literal.text)).collect();
        assert_eq!(found, sentences, "{code}");
    }

    #[test]
    fn three_words_are_a_sentence() {
        check("a(\"no such file\");", &[(1, "no such file")]);
        check("\nlet a = format!(\"{path} is gone\");", &[(2, "{path} is gone")]);
        check("a(\"line {line}: {why}\")", &[(1, "line {line}: {why}")]);
        check("a(r#\"it \"is\" here\"#)", &[(1, "it \"is\" here")]);
        check("a(\"one\\ntwo\\nthree\")", &[(1, "one\\ntwo\\nthree")]);
        check("a(\"two words\", \"{a} {b} {c}\", \"- , .\", \"a_b.c\")", &[]);
    }

    #[test]
    fn a_literal_over_two_lines_is_reported_at_its_first() {
        check("a(\n\"one two \\\n   three\")", &[(2, "one two \\\n   three")]);
    }

    #[test]
    fn attributes_and_comments_may_have_sentences() {
        check("#[error(\"there is no file\")]\nA,", &[]);
        check(
            "#[error(\"a file [of] yours\", b[0])]\na(\"now it counts\")",
            &[(2, "now it counts")],
        );
        check("// say \"this is fine\"\n/* \"and this is\" */", &[]);
    }

    #[test]
    fn messages_of_assertions_may_be_sentences() {
        check("a.expect(\"names are always valid\");", &[]);
        check("assert_eq!(a(b), c, \"it is not {}\", d);", &[]);
        check(
            "unreachable!(\"there is no other\"); a(\"there is another\")",
            &[(1, "there is another")],
        );
        check("expected(\"one two three\")", &[(1, "one two three")]);
    }

    #[test]
    fn quotes_in_characters_and_lifetimes_begin_no_literal() {
        check(
            "fn a<'a>(b: &'a str) { c('\"', \"one two three\", '\\'') }",
            &[(1, "one two three")],
        );
        check("b('\\u{22}', '\"'); // it's not\na(\"x\")", &[]);
    }
}
