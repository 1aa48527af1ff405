//! What a heading means, however it is decorated.

use std::ops::Range;

use memchr::memchr_iter;
use model::Verb;

use crate::spelling::meant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Rationale,
    Memos,
    Actions,
}

/// Something recognized, and whether it was written as it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen<T> {
    pub what: T,
    pub is_exact: bool,
}

impl Section {
    pub fn name(self) -> &'static str {
        match self {
            Self::Rationale => "Rationale",
            Self::Memos => "Memos",
            Self::Actions => "Action Plan",
        }
    }
}

pub(super) fn section(text: &str) -> Option<Seen<Section>> {
    const NAME_BYTES_MAX: usize = 40;
    if text.len() > NAME_BYTES_MAX {
        return None;
    }
    let core = core(text).trim_end_matches(|c: char| !c.is_alphanumeric());
    let what = match core.to_lowercase().as_str() {
        "rationale" | "reasoning" => Section::Rationale,
        "memos" | "memo" | "memories" => Section::Memos,
        "action plan" | "actions" | "action plans" | "plan of action" | "action_plan" => Section::Actions,
        _ => return None,
    };
    let is_exact = text == what.name();
    Some(Seen { what, is_exact })
}

/// An action's name, with stray decoration, a number before it or words after it. A sentence that begins with such a
/// word is not one.
pub(super) fn action(text: &str) -> Option<Seen<Verb>> {
    let core = core(text);
    let (what, word) = verb_at_start(core)?;
    let rest = &core[word.len()..];
    let bare = rest
        .trim_start_matches(|c: char| matches!(c, '*' | '_' | '`' | '"' | '\'' | '”' | '’' | ']') || c.is_whitespace());
    let is_capital = !word.contains(char::is_lowercase);
    let is_decorated = rest.starts_with(['`', '*', '_', '"', '”']);
    let ends = bare.is_empty() || bare.starts_with([':', '-', '–', '—', '(', '/', '[', '.', '{', '#']);
    if !(is_capital || is_decorated || ends || bare.eq_ignore_ascii_case("action")) {
        return None;
    }
    let is_exact = text.strip_prefix('`').and_then(|text| text.strip_suffix('`')) == Some(what.word());
    Some(Seen { what, is_exact })
}

/// A heading that can only be meant as an action: one word in capitals and back-ticks.
pub(super) fn is_invented_action(text: &str) -> bool {
    let core = core(text);
    let word = core.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_name = word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let is_ticked = text.contains('`') && core.len() < text.len();
    is_name && marker(text).is_none() && (is_ticked || guess(word).is_some())
}

/// The action that was probably meant by another word.
pub(super) fn guess(text: &str) -> Option<&'static str> {
    const NAMES: [&str; 9] = [
        "create",
        "read",
        "edit",
        "execute",
        "research",
        "chat_with_user",
        "invoke",
        "conclude",
        "prune",
    ];
    const OTHER_WORDS: [(&str, &str); 22] = [
        ("write", "create"),
        ("add", "create"),
        ("new", "create"),
        ("new_file", "create"),
        ("create_file", "create"),
        ("open", "read"),
        ("view", "read"),
        ("fetch", "read"),
        ("read_file", "read"),
        ("update", "edit"),
        ("modify", "edit"),
        ("replace", "edit"),
        ("patch", "edit"),
        ("run", "execute"),
        ("shell", "execute"),
        ("bash", "execute"),
        ("delete", "execute"),
        ("search", "research"),
        ("chat", "chat_with_user"),
        ("ask", "chat_with_user"),
        ("delegate", "invoke"),
        ("return", "conclude"),
    ];
    let core = core(text);
    let end = core
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(core.len());
    let name = meant(&core[..end], &NAMES, &OTHER_WORDS)?;
    let verb = Verb::ALL
        .into_iter()
        .find(|verb| verb.word().eq_ignore_ascii_case(name))?;
    Some(verb.word())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marker {
    Find,
    Replace,
}

/// The line above one of the two blocks of an edit.
pub(super) fn marker(text: &str) -> Option<Seen<Marker>> {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '#');
    let what = match bare.to_ascii_uppercase().as_str() {
        "FIND" => Marker::Find,
        "REPLACE" | "REPLACE WITH" => Marker::Replace,
        _ => return None,
    };
    let is_exact = matches!(text.trim(), "`FIND:`" | "`REPLACE:`");
    Some(Seen { what, is_exact })
}

/// Lines of a text that would be actions if they stood outside of it, as bytes of the text.
///
/// Comments of scripts have one mark, so whoever looks at code asks for more.
pub(super) fn action_lines(text: &str, marks_min: usize) -> impl Iterator<Item = (Range<usize>, Verb)> {
    let bytes = text.as_bytes();
    let marks = memchr_iter(b'#', bytes).filter(move |at| bytes[*at..].starts_with(&b"######"[..marks_min]));
    marks.filter_map(move |at| {
        // Quote marks and bullets hide a heading from the parser, not from people.
        let is_lead = |byte: &u8| matches!(byte, b' ' | b'\t' | b'>' | b'-' | b'*' | b'+');
        let before = bytes[..at].iter().rev().find(|byte| !is_lead(byte));
        if !matches!(before, None | Some(b'\n')) {
            return None;
        }
        let line = text[at..].lines().next().unwrap_or_default();
        let seen = action(line.trim_start_matches('#').trim().trim_end_matches('#').trim_end())?;
        Some((at..at + line.len(), seen.what))
    })
}

/// An entry of a list that is nothing but an action's name.
pub(super) fn listed_action(line: &str) -> Option<Verb> {
    let text = line.trim();
    let is_listed = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '*' | '+'));
    let seen = action(text).filter(|_| is_listed && !text.contains(char::is_lowercase))?;
    Some(seen.what)
}

/// The text without the number and the decoration before it.
fn core(text: &str) -> &str {
    let undecorated = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let unlabeled = ["action", "step"]
        .into_iter()
        .find_map(|label| {
            let head = undecorated.get(..label.len())?;
            let rest = undecorated[label.len()..].trim_start();
            (head.eq_ignore_ascii_case(label) && rest.starts_with(|c: char| c.is_ascii_digit())).then_some(rest)
        })
        .unwrap_or(undecorated);
    let unnumbered = unlabeled.trim_start_matches(|c: char| c.is_ascii_digit());
    unnumbered.trim_start_matches(|c: char| !c.is_alphanumeric())
}

/// The verb and how it is written.
fn verb_at_start(text: &str) -> Option<(Verb, &str)> {
    Verb::ALL.into_iter().find_map(|verb| {
        let name = verb.word();
        let word = text.get(..name.len())?;
        let is_same = word.bytes().zip(name.bytes()).all(|(given, ours)| match ours {
            b'_' => matches!(given, b'_' | b' ' | b'-'),
            letter => given.eq_ignore_ascii_case(&letter),
        });
        let ends = !text[name.len()..].starts_with(|c: char| c.is_alphanumeric());
        (is_same && ends).then_some((verb, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(Verb, bool)>) {
        assert_eq!(action(text).map(|seen| (seen.what, seen.is_exact)), expected, "{text}");
    }

    #[test]
    fn actions_are_recognized() {
        for verb in Verb::ALL {
            check(&format!("`{verb}`"), Some((verb, true)));
            check(verb.word(), Some((verb, false)));
        }
        for text in [
            "`READ**",
            "1. READ",
            "`READ`: a.txt",
            "**READ**",
            "read",
            "Read:",
            "Action 2: `READ`",
            "📖 READ",
            "READ the docs",
            "`read` the docs",
            "[READ]",
            "READ (a.txt)",
            "Step 1 - READ",
            "Read action",
            "“READ”",
            "1) `READ`",
        ] {
            check(text, Some((Verb::Read, false)));
        }
        check("Chat with user", Some((Verb::Chat, false)));
        check("CHAT-WITH-USER", Some((Verb::Chat, false)));
        for text in [
            "Read the docs",
            "READY",
            "Reading",
            "Options",
            "",
            "1.",
            "Create a file",
            "CHAT",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn invented_actions_are_told_from_prose() {
        assert!(is_invented_action("`DELETE`"));
        assert!(is_invented_action("RUN"));
        assert!(!is_invented_action("NOTE"));
        assert!(!is_invented_action("Options"));
        assert_eq!(guess("`RUN`"), Some("EXECUTE"));
        assert_eq!(guess("`CRAETE`"), Some("CREATE"));
    }

    #[test]
    fn sections_are_recognized() {
        for (text, what, is_exact) in [
            ("Rationale", Section::Rationale, true),
            ("2. Memos:", Section::Memos, false),
            ("**Action Plan**", Section::Actions, false),
            ("ACTIONS", Section::Actions, false),
        ] {
            assert_eq!(section(text), Some(Seen { what, is_exact }), "{text}");
        }
        assert_eq!(section("Plan B"), None);
    }

    #[test]
    fn hidden_actions_are_found() {
        let text = "x\n### `READ`\n> ### EDIT\na # b\n# Read me\n  - ### PRUNE ###";
        let found: Vec<_> = action_lines(text, 1).map(|(span, verb)| (&text[span], verb)).collect();
        let expected = [
            ("### `READ`", Verb::Read),
            ("### EDIT", Verb::Edit),
            ("### PRUNE ###", Verb::Prune),
        ];
        assert_eq!(found, expected);
    }
}
