//! Turns a page into Markdown that is good to read: for people and models, not to be made a page again.
//!
//! Everything is done in one pass over flat tokens, without a tree and without recursion, so that no page, however deep or
//! broken, costs more than its length.

mod entity;
mod inline;
mod readable;
mod table;
mod token;
mod walk;
mod writer;

use token::Token;
use walk::Walk;

use super::address::Address;

const TITLE_CHARS_MAX: usize = 300;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Readable {
    pub(super) title: Option<String>,
    pub(super) markdown: String,
}

/// `None` if there would be more than `max_bytes` of it.
pub(super) fn to_markdown(html: &str, address: &Address, max_bytes: usize) -> Option<Readable> {
    let tokens = token::tokens(html);
    let ends = readable::ends(&tokens);
    let base = base(&tokens, address);
    let mut walk = Walk {
        tokens: &tokens,
        ends: &ends,
        base: &base,
        max_bytes,
        keeps_furniture: false,
    };
    let mut markdown = walk.markdown(readable::main_part(&tokens, &ends))?;
    if markdown.is_empty() {
        // All of it seemed to be furniture, so it is not.
        walk.keeps_furniture = true;
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

/// A page can say that its links start from somewhere else.
fn base(tokens: &[Token<'_>], address: &Address) -> Address {
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
