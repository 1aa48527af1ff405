//! A Markdown link, read so that any path fits in: spaces, brackets and parentheses included.

use crate::text::visible::is_hidden;

/// `[text](destination)` at the start of a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Link<'a> {
    pub text: &'a str,
    pub destination: &'a str,
    /// What follows the link.
    pub rest: &'a str,
}

pub(super) enum Parsed<'a> {
    None,
    One(Link<'a>),
    Several,
}

pub(super) fn parse(value: &str) -> Parsed<'_> {
    let Some((text, after)) = value.strip_prefix('[').and_then(|inner| inner.rsplit_once("](")) else {
        return Parsed::None;
    };
    let (destination, rest) = cut(after);
    let destination = without_title(destination.trim());
    let link = Link {
        text,
        destination,
        rest: rest.trim(),
    };
    // A path may hold what looks like a link's middle; then text and destination agree about it.
    if text.contains("](") && decoded(destination).trim_start_matches('/') != text {
        return Parsed::Several;
    }
    Parsed::One(link)
}

/// The destination up to the parenthesis that closes the link, and what follows.
fn cut(after: &str) -> (&str, &str) {
    if let Some((destination, rest)) = after.strip_prefix('<').and_then(|inner| inner.split_once(">)")) {
        return (destination, rest);
    }
    let mut depth = 0usize;
    for (at, c) in after.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return (&after[..at], &after[at + 1..]),
            ')' => depth -= 1,
            _ => {}
        }
    }
    match after.rsplit_once(')') {
        Some((destination, rest)) => (destination, rest),
        None => (after, ""),
    }
}

fn without_title(destination: &str) -> &str {
    match destination.strip_suffix('"').and_then(|inner| inner.split_once(" \"")) {
        Some((bare, _)) => bare.trim_end(),
        None => destination,
    }
}

/// `%20` and the like replaced by what they stand for; left alone where the result would not be text.
pub(super) fn decoded(destination: &str) -> String {
    if !destination.contains('%') {
        return destination.to_owned();
    }
    let mut bytes = Vec::with_capacity(destination.len());
    let mut rest = destination.as_bytes();
    while let [first, tail @ ..] = rest {
        match (first, tail) {
            (b'%', [high, low, tail @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                bytes.push(hex(*high) * 16 + hex(*low));
                rest = tail;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| destination.to_owned())
}

fn hex(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        b'a'..=b'f' => digit - b'a' + 10,
        _ => digit.wrapping_sub(b'A') + 10,
    }
}

/// A destination that reads back as the same path and that previewers understand.
pub(super) fn encoded(path: &str) -> String {
    let is_balanced = matches!(cut(&format!("{path})")), (whole, "") if whole == path);
    let looks_like_a_link = path.contains("](");
    let mut destination = String::with_capacity(path.len());
    for c in path.chars() {
        let is_odd = matches!(c, '%' | '<' | '>' | '"' | '\\') || c.is_whitespace() || is_hidden(c);
        let closes = (matches!(c, '(' | ')') && !is_balanced) || (c == ']' && looks_like_a_link);
        match is_odd || closes {
            true => {
                let mut utf8 = [0; 4];
                for byte in c.encode_utf8(&mut utf8).bytes() {
                    destination.push_str(&format!("%{byte:02X}"));
                }
            }
            false => destination.push(c),
        }
    }
    destination
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, text: &str, destination: &str, rest: &str) {
        match parse(value) {
            Parsed::One(link) => assert_eq!(
                link,
                Link {
                    text,
                    destination,
                    rest
                }
            ),
            _ => panic!("{value}"),
        }
    }

    #[test]
    fn any_path_fits_into_a_link() {
        check("[a](/a)", "a", "/a", "");
        check("[a b](/a b) new", "a b", "/a b", "new");
        check("[x/(y)/z](/x/(y)/z) (new)", "x/(y)/z", "/x/(y)/z", "(new)");
        check("[[id].ts](/[id].ts)", "[id].ts", "/[id].ts", "");
        check("[a](</a b>)", "a", "/a b", "");
        check("[a](/a \"title\")", "a", "/a", "");
        check("[a](/a", "a", "/a", "");
        assert!(matches!(parse("[a](/a) or [b](/b)"), Parsed::Several));
        assert!(matches!(parse("a"), Parsed::None));
        for path in ["a](b", "a)b", "100%.md", "a%20b", "日 本", "(a)(b)", "]"] {
            let value = format!("[{path}](/{})", encoded(path));
            match parse(&value) {
                Parsed::One(link) => assert_eq!(decoded(link.destination), format!("/{path}"), "{value}"),
                _ => panic!("{value}"),
            }
        }
    }
}
