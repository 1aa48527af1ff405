//! Converts a page to readable Markdown.
//!
//! One pass over flat tokens, without a tree and without recursion: the time depends only on the length of the page.

mod entity;
mod inline;
mod readable;
mod table;
mod token;
mod walk;
mod writer;

use token::Token;
use walk::MarkdownConverter;

use super::address::PageAddress;

const TITLE_CHARS_MAX: usize = 300;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Readable {
    pub(super) title: Option<String>,
    pub(super) markdown: String,
}

/// `None` if the Markdown would exceed `max_bytes`.
pub(super) fn to_markdown(html: &str, address: &PageAddress, max_bytes: usize) -> Option<Readable> {
    let tokens = token::tokens(html);
    let ends = readable::ends(&tokens);
    let base = base(&tokens, address);
    let mut walk = MarkdownConverter {
        tokens: &tokens,
        ends: &ends,
        base: &base,
        max_bytes,
        keeps_navigation: false,
    };
    let mut markdown = walk.markdown(readable::main_part(&tokens, &ends))?;
    if markdown.is_empty() {
        // The whole page looked like navigation, so all of it is converted.
        walk.keeps_navigation = true;
        markdown = walk.markdown(0..tokens.len())?;
    }
    Some(Readable {
        title: title(&tokens),
        markdown,
    })
}

fn title(tokens: &[Token<'_>]) -> Option<String> {
    let is_title = |token: &Token<'_>| matches!(token, Token::Start(tag) if tag.is("title"));
    let at = tokens.iter().position(is_title)?;
    let Some(Token::Text(text)) = tokens.get(at + 1) else {
        return None;
    };
    let mut title = inline::Inline::default();
    title.push(&entity::decode(text));
    Some(title.take().chars().take(TITLE_CHARS_MAX).collect()).filter(|title: &String| !title.is_empty())
}

/// The base address of the links, which a page can set.
fn base(tokens: &[Token<'_>], address: &PageAddress) -> PageAddress {
    let named = tokens.iter().find_map(|token| match token {
        Token::Start(tag) if tag.is("base") => tag.attribute("href"),
        _ => None,
    });
    let named = named.and_then(|link| address.join(&link).ok());
    named.unwrap_or_else(|| address.clone())
}

#[cfg(test)]
#[path = "html/html_tests.rs"]
mod tests;
