//! Converts the tags of a page to Markdown.

use std::ops::Range;

use super::entity;
use super::inline::InlineMark;
use super::readable::{ElementEnds, is_left_out};
use super::token::{Tag, Token};
use super::writer::Writer;
use crate::fetch::address::{PageAddress, has_scheme};

/// Elements that only start and end a block.
const BLOCKS: [&str; 26] = [
    "address",
    "article",
    "aside",
    "body",
    "caption",
    "center",
    "details",
    "div",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "html",
    "legend",
    "main",
    "nav",
    "noscript",
    "p",
    "section",
    "summary",
    "table",
    "tbody",
    "tr",
];
/// A table with one of these elements is used for layout.
const BIG: [&str; 11] = [
    "table",
    "pre",
    "ul",
    "ol",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
];
/// The schemes of links that are kept.
const SCHEMES: [&str; 3] = ["http:", "https:", "mailto:"];

pub(super) struct MarkdownConverter<'a> {
    pub(super) tokens: &'a [Token<'a>],
    pub(super) ends: &'a ElementEnds,
    pub(super) base: &'a PageAddress,
    pub(super) max_bytes: usize,
    pub(super) keeps_navigation: bool,
}

impl MarkdownConverter<'_> {
    /// The Markdown of some tokens; `None` if it exceeds the size limit.
    pub(super) fn markdown(&self, part: Range<usize>) -> Option<String> {
        let mut writer = Writer::default();
        let mut at = part.start;
        while at < part.end {
            match &self.tokens[at] {
                Token::Text(text) => writer.text(&entity::decode(text)),
                Token::End(name) => end(&mut writer, &name.to_ascii_lowercase()),
                Token::Start(tag) => match self.ends.get(&at) {
                    Some(end) if tag.is("title") || is_left_out(tag, self.keeps_navigation) => at = *end,
                    end => self.start(&mut writer, tag, at + 1..end.map_or(at + 1, |end| *end)),
                },
            }
            if writer.len() > self.max_bytes {
                return None;
            }
            at += 1;
        }
        Some(writer.finish()).filter(|text| text.len() <= self.max_bytes)
    }

    fn start(&self, writer: &mut Writer, tag: &Tag<'_>, inside: Range<usize>) {
        let name = tag.name.to_ascii_lowercase();
        match name.as_str() {
            "table" if writer.table.is_none() && self.is_data(inside) => writer.begin_table(),
            "tr" | "td" | "th" if writer.table.is_some() => start_cell(writer, &name),
            "br" if writer.is_in_code() => writer.text("\n"),
            "br" => writer.inline.line_break(),
            "a" if !writer.is_in_code() => {
                if let Some(mark) = tag.attribute("href").and_then(|link| self.link(&link)) {
                    writer.inline.open(mark);
                }
            }
            "img" if !writer.is_in_code() => self.image(writer, tag),
            "input" if writer.is_in_list() && tag.attribute("type").as_deref() == Some("checkbox") => {
                writer.text(if tag.attribute("checked").is_some() {
                    "[x] "
                } else {
                    "[ ] "
                });
            }
            _ => start_plain(writer, tag, &name),
        }
    }

    fn is_data(&self, inside: Range<usize>) -> bool {
        let is_big = |token: &Token<'_>| matches!(token, Token::Start(tag) if BIG.iter().any(|big| tag.is(big)));
        !inside.is_empty() && !self.tokens[inside].iter().any(is_big)
    }

    fn link(&self, link: &str) -> Option<InlineMark> {
        let link = link.trim();
        if link.starts_with('#') {
            return Some(InlineMark::Anchor);
        }
        self.target(link).map(InlineMark::Link)
    }

    fn image(&self, writer: &mut Writer, tag: &Tag<'_>) {
        let words = tag.attribute("alt").filter(|words| !words.trim().is_empty());
        let target = tag.attribute("src").and_then(|source| self.target(&source));
        match (words, target) {
            (Some(words), Some(target)) => writer.text(&format!("![{words}]({target})")),
            (Some(words), None) => writer.text(&words),
            (None, _) => {}
        }
    }

    fn target(&self, link: &str) -> Option<String> {
        let is_useful = SCHEMES.iter().any(|scheme| {
            let start = link.get(..scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        match has_scheme(link) {
            true if !is_useful => None,
            true if link.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("mailto:")) => Some(link.to_owned()),
            _ => {
                let target = self.base.join(link).ok()?.to_string();
                let place = link
                    .split_once('#')
                    .map(|(_, place)| place)
                    .filter(|place| !place.contains([' ', ')', '\n']));
                Some(place.map_or(target.clone(), |place| format!("{target}#{place}")))
            }
        }
    }
}

fn start_cell(writer: &mut Writer, name: &str) {
    if let Some(table) = &mut writer.table {
        match name {
            "tr" => table.begin_row(&mut writer.inline),
            _ => table.begin_cell(&mut writer.inline),
        }
    }
}

fn start_plain(writer: &mut Writer, tag: &Tag<'_>, name: &str) {
    if let Some(level) = level(name) {
        writer.block();
        writer.heading = Some(level);
        return;
    }
    if is_block(name) || matches!(name, "pre" | "hr" | "td" | "th") {
        writer.block();
        // An unclosed heading ends here, except at elements that may be inside of a heading.
        if !matches!(name, "div" | "p" | "header" | "hgroup") {
            writer.heading = None;
        }
    }
    match name {
        "ul" | "menu" | "dl" => writer.begin_list(None),
        "ol" => writer.begin_list(Some(
            tag.attribute("start").and_then(|start| start.parse().ok()).unwrap_or(1),
        )),
        "li" => writer.begin_item(None),
        "dt" => writer.end_item(),
        "dd" => writer.begin_item(Some(": ")),
        "blockquote" => writer.begin_quote(),
        "hr" => writer.rule(),
        "pre" | "xmp" | "listing" => writer.begin_code(language(tag)),
        "code" if writer.is_in_code() => writer.name_language(&language(tag)),
        _ => {
            if let Some(mark) = mark(name).filter(|_| !writer.is_in_code()) {
                writer.inline.open(mark);
            }
        }
    }
}

fn end(writer: &mut Writer, name: &str) {
    match name {
        "table" if writer.table.is_some() => writer.end_table(),
        "tr" | "td" | "th" | "caption" if writer.table.is_some() => {
            if let Some(table) = &mut writer.table {
                table.end_cell(&mut writer.inline);
            }
        }
        "ul" | "ol" | "menu" | "dl" => writer.end_list(),
        "li" | "dt" | "dd" => writer.end_item(),
        "blockquote" => writer.end_quote(),
        "pre" | "xmp" | "listing" => writer.end_code(),
        "a" => writer
            .inline
            .close(|mark| matches!(mark, InlineMark::Link(_) | InlineMark::Anchor)),
        name if level(name).is_some() => {
            writer.block();
            writer.heading = None;
        }
        name if is_block(name) || matches!(name, "td" | "th") => writer.block(),
        name => {
            if let Some(meant) = mark(name) {
                writer.inline.close(|mark| *mark == meant);
            }
        }
    }
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name) || matches!(name, "ul" | "ol" | "menu" | "dl" | "li" | "dt" | "dd" | "blockquote")
}

fn mark(name: &str) -> Option<InlineMark> {
    match name {
        "strong" | "b" => Some(InlineMark::Strong),
        "em" | "i" => Some(InlineMark::Emphasis),
        "del" | "s" | "strike" => Some(InlineMark::Strike),
        "code" | "kbd" | "samp" | "tt" => Some(InlineMark::Code),
        _ => None,
    }
}

fn level(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

/// The language in a class such as `language-rust` or `lang-rust`.
fn language(tag: &Tag<'_>) -> String {
    let classes = tag.attribute("class").unwrap_or_default();
    let named = |class: &str| {
        let language = class.strip_prefix("language-").or(class.strip_prefix("lang-"))?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '#' | '.');
        (language.len() <= 30 && language.chars().all(is_word)).then(|| language.to_owned())
    };
    classes.split_whitespace().find_map(named).unwrap_or_default()
}
