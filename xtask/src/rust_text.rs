//! Comments and string literals of Rust code, found without parsing it.

/// A comment or a string literal.
pub struct Passage<'a> {
    pub kind: PassageKind,
    /// The line of its first character, counted from 1.
    pub line: usize,
    pub text: &'a str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassageKind {
    Comment,
    Literal,
}

/// All comments and literals, in their order.
pub fn passages(code: &str) -> Vec<Passage<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < code.len() {
        let rest = &code[at..];
        let token = &rest[..token_length(rest, code[..at].chars().next_back())];
        let passage = match () {
            () if token.starts_with("//") || token.starts_with("/*") => Some((PassageKind::Comment, token)),
            () if is_string(token) => Some((PassageKind::Literal, literal_text(token))),
            () => None,
        };
        found.extend(passage.map(|(kind, text)| Passage { kind, line, text }));
        line += token.matches('\n').count();
        at += token.len();
    }
    found
}

pub fn is_string(token: &str) -> bool {
    token.len() > 1 && token.ends_with(['"', '#']) && token.trim_start_matches(['r', 'b', '#']).starts_with('"')
}

/// The inside of a string literal.
pub fn literal_text(token: &str) -> &str {
    token.trim_matches(['r', 'b', '#']).trim_matches('"')
}

/// The bytes of a comment, a string or a character at the beginning of the code; else of one character. `before` is the
/// character before it.
pub fn token_length(code: &str, before: Option<char>) -> usize {
    let first = code.chars().next().map_or(1, char::len_utf8);
    let until = |end: &str, from: usize| code[from..].find(end).map_or(code.len(), |at| from + at + end.len());
    let is_in_name = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
    if code.starts_with("//") {
        return code.find('\n').unwrap_or(code.len());
    }
    if code.starts_with("/*") {
        return until("*/", 2);
    }
    let prefix = code.len() - code.trim_start_matches(['r', 'b']).len();
    let fences = code[prefix..].len() - code[prefix..].trim_start_matches('#').len();
    let quote = prefix + fences;
    let is_raw = code[..prefix].contains('r') && !is_in_name && code[quote..].starts_with('"');
    if is_raw {
        return until(&format!("\"{}", "#".repeat(fences)), quote + 1);
    }
    match code.chars().next() {
        Some('"') => closing_quote(code),
        // A lifetime has no closing quote.
        Some('\'') if code[1..].starts_with('\\') => until("'", 3),
        Some('\'') => {
            let inner = code[1..].chars().next().map_or(0, char::len_utf8);
            if code[1 + inner..].starts_with('\'') {
                inner + 2
            } else {
                first
            }
        }
        _ => first,
    }
}

fn closing_quote(code: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in code.char_indices().skip(1) {
        match c {
            '"' if !is_escaped => return at + 1,
            _ => is_escaped = c == '\\' && !is_escaped,
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_found_with_their_lines() {
        let code = "//! A\nfn a<'b>() {\n    c(\"d // e\", 'f'); // g \"h\"\n}\n";
        let found: Vec<_> = passages(code).iter().map(|p| (p.kind, p.line, p.text)).collect();
        assert_eq!(
            found,
            [
                (PassageKind::Comment, 1, "//! A"),
                (PassageKind::Literal, 3, "d // e"),
                (PassageKind::Comment, 3, "// g \"h\""),
            ]
        );
    }
}
