//! Shows characters that hide or rearrange text, so that what a person reads is what is stored.

use std::borrow::Cow;

/// A piece of a line: shown as it is, or the escape of a character that would hide or rearrange text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'a> {
    Plain(&'a str),
    Escape(String),
}

/// One line of text, safe to print: line breaks, control, bidi and zero-width characters appear as escapes.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| is_hidden(c) || is_selector(c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for part in parts(text) {
        match part {
            Part::Plain(text) => shown.push_str(text),
            Part::Escape(escape) => shown.push_str(&escape),
        }
    }
    Cow::Owned(shown)
}

/// The same in pieces, for those who mark what was escaped.
pub fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    let mut before = ' ';
    std::iter::from_fn(move || {
        let mut is_escaped = |c: char| {
            let is_escaped = is_hidden(c) || (is_selector(c) && !is_pictorial(before));
            before = c;
            is_escaped
        };
        let end = rest.char_indices().find(|(_, c)| is_escaped(*c));
        let (part, length) = match end {
            Some((0, c)) => (Part::Escape(c.escape_default().collect()), c.len_utf8()),
            Some((end, _)) => (Part::Plain(&rest[..end]), end),
            None if rest.is_empty() => return None,
            None => (Part::Plain(rest), rest.len()),
        };
        before = rest[..length].chars().next_back().unwrap_or(before);
        rest = &rest[length..];
        Some(part)
    })
}

/// How many characters become escapes.
pub fn hidden(text: &str) -> usize {
    parts(text).filter(|part| matches!(part, Part::Escape(_))).count()
}

/// The lines of a longer text, each safe to print. A tab becomes spaces: it hides nothing, but has no fixed width.
pub fn visible_lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| match line.contains('\t') {
        true => visible(&line.replace('\t', "    ")).into_owned(),
        false => visible(line).into_owned(),
    })
}

/// Control characters, format characters (bidi, joiners, tags), letters that draw nothing, and blanks that are none: to a
/// shell or a compiler they are something else than the space that they look like.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{1680}' | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
            | '\u{205f}'..='\u{206f}' | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Chooses between the plain and the colored form of a pictogram; anywhere else it is a hidden character.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

fn is_pictorial(c: char) -> bool {
    matches!(c, '©' | '®' | '\u{203c}'..='\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_untouched() {
        for text in [
            "",
            "Add `login`",
            "naïve café",
            "日本語",
            "e\u{301}",
            "⚠\u{fe0f} careful",
            "a\\b",
            "مرحبا",
        ] {
            assert!(
                matches!(visible(text), Cow::Borrowed(_)) || text.contains('\u{fe0f}'),
                "{text}"
            );
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn what_hides_is_shown() {
        let check = |text: &str, shown: &str| assert_eq!(visible(text), shown);
        check("a\nb\r\tc", r"a\nb\r\tc");
        check("\u{1b}[31mred\u{7}", r"\u{1b}[31mred\u{7}");
        check("C1 \u{9b}31m", r"C1 \u{9b}31m");
        check("if \u{202e}admin\u{2066}", r"if \u{202e}admin\u{2066}");
        check(
            "zero\u{200b}width\u{200d}\u{feff}",
            r"zero\u{200b}width\u{200d}\u{feff}",
        );
        check("tag\u{e0041}", r"tag\u{e0041}");
        check("line\u{2028}sep", r"line\u{2028}sep");
        check("x\u{fe0f}", r"x\u{fe0f}");
        check("⚠\u{fe0f}\u{fe0f}", "⚠\u{fe0f}\\u{fe0f}");
        check("\u{3164}filler", r"\u{3164}filler");
        check(
            "rm -rf\u{a0}/x\u{2003}\u{202f}\u{3000}y",
            r"rm -rf\u{a0}/x\u{2003}\u{202f}\u{3000}y",
        );
    }

    #[test]
    fn what_was_escaped_can_be_told_from_what_was_not() {
        let found: Vec<_> = parts("\\u{7}\u{7}\u{7}x\u{fe0f}⚠\u{fe0f}").collect();
        let escape = |text: &str| Part::Escape(text.to_owned());
        assert_eq!(
            found,
            [
                Part::Plain("\\u{7}"),
                escape(r"\u{7}"),
                escape(r"\u{7}"),
                Part::Plain("x"),
                escape(r"\u{fe0f}"),
                Part::Plain("⚠\u{fe0f}"),
            ]
        );
    }

    #[test]
    fn line_breaks_survive_where_lines_are_asked_for() {
        let lines: Vec<_> = visible_lines("one\r\n\ttwo\u{202e}\n\nthree\rx").collect();
        assert_eq!(lines, ["one", r"    two\u{202e}", "", r"three\rx"]);
    }
}
