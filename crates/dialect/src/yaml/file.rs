//! Whole files of YAML with the places of their values, so that they can be changed where they stand.

use std::ops::Range;

use super::{BYTES_MAX, parse};
use crate::data::yaml::Problem;
use crate::data::{Node, Value};

/// A text and its place. A block scalar's place is that of its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub text: String,
    pub span: Range<usize>,
}

/// A file that is one list of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct List {
    pub items: Vec<Item>,
    pub span: Range<usize>,
}

/// One entry of a file that is a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pair {
    pub key: Item,
    pub value: Held,
    pub span: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Held {
    /// A text, a number, a boolean: as written.
    Word(String),
    Nothing,
    /// A list or a mapping.
    Nested,
}

/// The list with its places; `None` for a file that holds nothing.
pub(crate) fn list(text: &str) -> Result<Option<List>, String> {
    let Some(Node { value, span }) = tree(text)? else {
        return Ok(None);
    };
    let nodes = match value {
        Value::List(nodes) => nodes,
        Value::Empty => return Ok(None),
        _ => return Err("it is no list".to_owned()),
    };
    let items: Option<Vec<_>> = nodes.into_iter().map(item).collect();
    let items = items.ok_or("it holds something else than texts")?;
    Ok(Some(List { items, span }))
}

/// The keys of a mapping with what they hold, in their order.
pub(crate) fn pairs(text: &str) -> Result<Vec<Pair>, String> {
    let nodes = match tree(text)?.map(|root| root.value) {
        None | Some(Value::Empty) => return Ok(Vec::new()),
        Some(Value::Map(nodes)) => nodes,
        Some(_) => return Err("it is no mapping of keys to values".to_owned()),
    };
    let mut pairs: Vec<Pair> = Vec::with_capacity(nodes.len());
    for (key, value) in nodes {
        let key = item(key).ok_or("a key is no text")?;
        if pairs.iter().any(|pair| pair.key.text == key.text) {
            return Err(format!("the key `{}` is there twice", key.text));
        }
        let held = match value.value {
            Value::Text(text) => Held::Word(text),
            Value::Empty | Value::Null => Held::Nothing,
            Value::Bool(_) | Value::Whole(_) | Value::Number | Value::Time => {
                Held::Word(text[value.span.clone()].to_owned())
            }
            Value::List(_) | Value::Map(_) | Value::Refused => Held::Nested,
        };
        pairs.push(Pair {
            key,
            value: held,
            span: value.span,
        });
    }
    Ok(pairs)
}

/// A text as a scalar on one line, quoted where YAML would take it for something else.
pub(crate) fn scalar(text: &str) -> String {
    match is_plain(text) {
        true => text.to_owned(),
        false => quoted(text),
    }
}

/// The same in double quotes, whatever it is.
pub(crate) fn quoted(text: &str) -> String {
    let mut scalar = String::with_capacity(text.len() + 2);
    scalar.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => scalar.extend(['\\', c]),
            '\n' => scalar.push_str("\\n"),
            '\t' => scalar.push_str("\\t"),
            '\r' => scalar.push_str("\\r"),
            // Line breaks of old YAML, and a mark that readers take away.
            _ if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                scalar.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => scalar.push(c),
        }
    }
    scalar.push('"');
    scalar
}

/// Only texts that no YAML reader of any version takes for something else.
fn is_plain(text: &str) -> bool {
    const OTHER_MEANINGS: [&str; 11] = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan",
    ];
    let begins = text.starts_with(char::is_alphabetic);
    let goes_on = |c: char| !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
    let is_word = OTHER_MEANINGS.iter().any(|word| text.eq_ignore_ascii_case(word));
    let is_cut = text.contains(": ") || text.contains(" #") || text.ends_with(':') || text.trim() != text;
    begins && text.chars().all(goes_on) && !is_word && !is_cut
}

/// All of it, without a single trick.
fn tree(text: &str) -> Result<Option<Node>, String> {
    if text.len() > BYTES_MAX {
        return Err(format!("it is larger than {BYTES_MAX} bytes"));
    }
    let yaml = parse(text);
    match yaml.problems.first() {
        None => Ok(yaml.root),
        Some((problem, span)) => {
            let before = &text.as_bytes()[..span.start.min(text.len())];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(format!("line {line}: {}", sentence(problem)))
        }
    }
}

fn sentence(problem: &Problem) -> &str {
    match problem {
        Problem::Syntax(why) => why,
        Problem::Trick(_) => "anchors, aliases, tags, merge keys and directives are not allowed",
        Problem::SeveralDocuments => "only one YAML document is allowed",
        Problem::TooManyValues | Problem::TooManyKeys => "it holds too many values",
        Problem::TooDeep => "it is nested too deeply",
    }
}

fn item(node: Node) -> Option<Item> {
    match node.value {
        Value::Text(text) => Some(Item { text, span: node.span }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_know_their_places() {
        let text = "- a\n-\n  'b'\n- |\n  é\n\n# end\n";
        let list = list(text).unwrap().unwrap();
        let places: Vec<_> = list.items.iter().map(|item| &text[item.span.clone()]).collect();
        assert_eq!(places, ["a", "'b'", "é\n\n"]);

        let text = "a: '1'\nb: 1.50\nc:\nd: ~\ne: [x]\n";
        let held: Vec<_> = pairs(text).unwrap().into_iter().map(|pair| pair.value).collect();
        let word = |word: &str| Held::Word(word.to_owned());
        assert_eq!(
            held,
            [word("1"), word("1.50"), Held::Nothing, Held::Nothing, Held::Nested]
        );
    }

    #[test]
    fn tricks_are_refused() {
        for text in [
            "a: &x b\n",
            "a: *x\n",
            "a: !!str b\n",
            "a: b\na: c\n",
            "- a\n",
            "a: b\n---\na: c\n",
            "? [a]\n: b\n",
        ] {
            assert!(pairs(text).is_err(), "{text}");
        }
        assert!(pairs("a: 1\nb: &x c\n").unwrap_err().starts_with("line 2: "));
    }

    #[test]
    fn plain_words_stay_plain() {
        for text in ["Use C# here.", "Use 'pnpm' for it", "https://x.y/z#a", "naïve"] {
            assert_eq!(scalar(text), text);
        }
        for text in [
            "true", "01", "- a", "a: b", "a #b", "", " a", "a:", "'x'", "@a", "a\nb", "~", "NO",
        ] {
            assert!(scalar(text).starts_with('"'), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_reads_back(text in "\\PC{0,20}|[ -~\\n\\t\\r\u{85}\u{2028}\u{feff}\u{7f}]{0,12}") {
            let file = format!("- {}\n- {}\n", scalar(&text), quoted(&text));
            let read: Vec<_> = list(&file).unwrap().unwrap().items.into_iter().map(|item| item.text).collect();
            prop_assert_eq!(read, [text.clone(), text], "{}", file);
        }
    }
}
