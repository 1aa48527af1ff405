//! Splits a page into tags and texts in one pass. Accepts invalid HTML.

use super::entity;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Not decoded yet.
    Text(&'a str),
    Start(Tag<'a>),
    End(&'a str),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// As it was written; compare it without case.
    pub(super) name: &'a str,
    attributes: &'a str,
}

/// Elements whose content is not parsed as HTML.
const RAW: [&str; 7] = ["script", "style", "title", "textarea", "xmp", "noembed", "iframe"];
/// The elements of [`RAW`] whose content is kept.
const KEPT_RAW: [&str; 2] = ["title", "xmp"];

pub(super) fn tokens(html: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        push_text(&mut tokens, text);
        rest = match read_tag(tag) {
            Some((Markup::Nothing, rest)) => rest,
            Some((Markup::End(name), rest)) => {
                tokens.push(Token::End(name));
                rest
            }
            Some((Markup::Start(tag), rest)) => {
                tokens.push(Token::Start(tag));
                raw_text(&mut tokens, tag, rest)
            }
            // The `<` is text.
            None => {
                push_text(&mut tokens, &tag[..1]);
                &tag[1..]
            }
        };
    }
    push_text(&mut tokens, rest);
    tokens
}

impl<'a> Tag<'a> {
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value of an attribute, empty if it has none.
    pub(super) fn attribute(&self, wanted: &str) -> Option<String> {
        Attributes(self.attributes)
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, value)| entity::decode(value).into_owned())
    }
}

enum Markup<'a> {
    Start(Tag<'a>),
    End(&'a str),
    /// A comment, a declaration.
    Nothing,
}

fn push_text<'a>(tokens: &mut Vec<Token<'a>>, text: &'a str) {
    if !text.is_empty() {
        tokens.push(Token::Text(text));
    }
}

/// Reads the markup at the start of the text, and returns the rest.
fn read_tag(text: &str) -> Option<(Markup<'_>, &str)> {
    if let Some(comment) = text.strip_prefix("<!--") {
        // An unclosed comment ends with the page.
        let end = comment.find("-->").map_or(comment.len(), |end| end + 3);
        return Some((Markup::Nothing, &comment[end..]));
    }
    if text.starts_with("<!") || text.starts_with("<?") {
        let end = text.find('>').map_or(text.len(), |end| end + 1);
        return Some((Markup::Nothing, &text[end..]));
    }
    let (is_end, inside) = match text.strip_prefix("</") {
        Some(inside) => (true, inside),
        None => (false, &text[1..]),
    };
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let name_end = inside.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '<'))?;
    let (name, inside) = inside.split_at(name_end);
    let end = tag_end(inside)?;
    let rest = &inside[(end + 1).min(inside.len())..];
    match is_end {
        true => Some((Markup::End(name), rest)),
        false => Some((
            Markup::Start(Tag {
                name,
                attributes: &inside[..end],
            }),
            rest,
        )),
    }
}

/// The position of the first `>` outside of quotes. No part of a page is searched more than three times, however long a tag
/// is: up to the next quote of each kind, and up to the next `<`.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    // A quote counts only at the start of a value.
    let mut is_value = false;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return Some(at),
            // Another tag starts, so this was not a tag.
            (None, b'<') => return None,
            (None, b'"' | b'\'') if is_value => quote = Some(byte),
            _ => {}
        }
        is_value = byte == b'=' || (is_value && byte.is_ascii_whitespace());
    }
    // The `>` is after an unclosed quote.
    text.find('>')
}

/// Reads the content up to the end tag without parsing it.
fn raw_text<'a>(tokens: &mut Vec<Token<'a>>, tag: Tag<'_>, rest: &'a str) -> &'a str {
    if !RAW.iter().any(|raw| tag.is(raw)) {
        return rest;
    }
    let end = end_of_raw(rest, tag.name).unwrap_or(rest.len());
    if KEPT_RAW.iter().any(|raw| tag.is(raw)) {
        push_text(tokens, &rest[..end]);
    }
    &rest[end..]
}

fn end_of_raw(text: &str, name: &str) -> Option<usize> {
    let is_end = |at: &usize| {
        let after = &text.as_bytes()[at + 2..];
        after
            .get(..name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
    };
    text.match_indices("</").map(|(at, _)| at).find(is_end)
}

struct Attributes<'a>(&'a str);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let is_space = |c: char| c.is_ascii_whitespace() || c == '/';
        let text = self.0.trim_start_matches(is_space);
        if text.is_empty() {
            return None;
        }
        // A leading `=` belongs to the name.
        let mut ends = text.char_indices().skip(1).filter(|(_, c)| is_space(*c) || *c == '=');
        let name_end = ends.next().map_or(text.len(), |(end, _)| end);
        let (name, rest) = text.split_at(name_end);
        let Some(value) = rest.trim_start().strip_prefix('=') else {
            self.0 = rest;
            return Some((name, ""));
        };
        let value = value.trim_start();
        let (value, rest) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            _ => value.split_at(value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len())),
        };
        self.0 = rest;
        Some((name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(html: &str) -> String {
        let shown = tokens(html).into_iter().map(|token| match token {
            Token::Text(text) => format!("{text:?}"),
            Token::Start(tag) => format!("<{}>", tag.name),
            Token::End(name) => format!("</{name}>"),
        });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tags_and_texts_are_distinguished() {
        for (html, expected) in [
            ("a<b>c</b>", "\"a\" <b> \"c\" </b>"),
            ("<!doctype html><?x?><!-- <b> -->a", "\"a\""),
            ("a < b <3 </>", "\"a \" \"<\" \" b \" \"<\" \"3 \" \"<\" \"/>\""),
            ("<a title='>' x=\">\">y", "<a> \"y\""),
            ("<script>if (a<b) '</p>'</SCRIPT >x", "<script> </SCRIPT> \"x\""),
            ("<title>A <b></title>", "<title> \"A <b>\" </title>"),
            ("<p don't>x<p>y", "<p> \"x\" <p> \"y\""),
            ("<p a=\"x>y", "<p> \"y\""),
            ("<!-- open", ""),
            ("<b", "\"<\" \"b\""),
            ("<style>", "<style>"),
        ] {
            assert_eq!(shown(html), expected, "{html}");
        }
    }

    #[test]
    fn attributes_are_found_however_they_are_quoted() {
        let [Token::Start(tag)] = tokens("<a href=x/y  TITLE = 'a &amp; b' hidden data-é=\"1\" =z>")[..] else {
            panic!("no tag");
        };
        assert_eq!(tag.attribute("href").as_deref(), Some("x/y"));
        assert_eq!(tag.attribute("title").as_deref(), Some("a & b"));
        assert_eq!(tag.attribute("hidden").as_deref(), Some(""));
        assert_eq!(tag.attribute("data-é").as_deref(), Some("1"));
        assert_eq!(tag.attribute("x"), None);
    }
}
