//! Selects the readable part of a page: its main part if it has one, without menus, buttons and navigation.

use std::collections::HashMap;
use std::ops::Range;

use super::token::{Tag, Token};

/// A shorter main part is probably filled by a script.
const MAIN_CHARS_MIN: usize = 150;
/// An article must contain at least this fraction (1/n) of the page's text.
const ARTICLE_SHARE: usize = 3;

/// Elements without readable text.
const UNREADABLE: [&str; 14] = [
    "script", "style", "template", "svg", "iframe", "object", "canvas", "audio", "video", "textarea", "select",
    "button", "head", "dialog",
];
/// Elements around the text.
const NAVIGATION: [&str; 2] = ["nav", "footer"];
const NAVIGATION_ROLES: [&str; 4] = ["navigation", "search", "contentinfo", "banner"];
/// Classes that are not printed, and classes of wikis.
const NAVIGATION_CLASSES: [&str; 4] = ["noprint", "navbox", "mw-portlet", "mw-editsection"];

/// The index of each element's end tag, by the index of its start tag.
pub(super) type ElementEnds = HashMap<usize, usize>;

/// An end tag belongs to the last open start tag of its name. Unclosed elements have no entry.
pub(super) fn ends(tokens: &[Token<'_>]) -> ElementEnds {
    let mut open: HashMap<String, Vec<usize>> = HashMap::new();
    let mut ends = ElementEnds::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Start(tag) => open.entry(tag.name.to_ascii_lowercase()).or_default().push(at),
            Token::End(name) => {
                if let Some(start) = open.get_mut(&name.to_ascii_lowercase()).and_then(Vec::pop) {
                    ends.insert(start, at);
                }
            }
            Token::Text(_) => {}
        }
    }
    ends
}

/// The tokens of the main part, or all of them.
pub(super) fn main_part(tokens: &[Token<'_>], ends: &ElementEnds) -> Range<usize> {
    let all = 0..tokens.len();
    let starts = |is_wanted: fn(&Tag<'_>) -> bool| {
        tokens.iter().enumerate().filter_map(move |(at, token)| match token {
            Token::Start(tag) if is_wanted(tag) => Some(at..*ends.get(&at)?),
            _ => None,
        })
    };
    let main = starts(|tag| tag.is("main") || tag.attribute("role").as_deref() == Some("main")).next();
    if let Some(main) = main
        && text_chars(&tokens[main.clone()]) >= MAIN_CHARS_MIN
    {
        return main;
    }
    let Some(article) = starts(|tag| tag.is("article")).next() else {
        return all;
    };
    let share = text_chars(&tokens[article.clone()]) * ARTICLE_SHARE;
    if share >= text_chars(tokens) && share > 0 {
        article
    } else {
        all
    }
}

/// Whether an element is left out with its content.
pub(super) fn is_left_out(tag: &Tag<'_>, keeps_navigation: bool) -> bool {
    if UNREADABLE.iter().any(|name| tag.is(name)) {
        return true;
    }
    if keeps_navigation {
        return false;
    }
    let is = |attribute: &str, test: &dyn Fn(&str) -> bool| tag.attribute(attribute).is_some_and(|value| test(&value));
    NAVIGATION.iter().any(|name| tag.is(name))
        || is("hidden", &|value| value != "until-found")
        || is("aria-hidden", &|value| value == "true")
        || is("role", &|value| NAVIGATION_ROLES.contains(&value))
        || is("class", &|value| {
            value
                .split_whitespace()
                .any(|class| NAVIGATION_CLASSES.contains(&class))
        })
}

fn text_chars(tokens: &[Token<'_>]) -> usize {
    let texts = tokens.iter().map(|token| match token {
        Token::Text(text) => text.trim().len(),
        _ => 0,
    });
    texts.sum()
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn main_text(html: &str) -> String {
        let tokens = tokens(html);
        let part = main_part(&tokens, &ends(&tokens));
        let texts = tokens[part].iter().filter_map(|token| match token {
            Token::Text(text) => Some(&text[..1]),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn the_main_part_is_found_if_there_is_one() {
        let long = |letter: &str| letter.repeat(200);
        let (a, b) = (long("a"), long("b"));
        assert_eq!(main_text(&format!("<p>{a}<main>{b}</main>")), "b");
        assert_eq!(
            main_text(&format!("<p>{a}<div role=main><div>{b}</div>{b}</div>{a}")),
            "bb"
        );
        assert_eq!(main_text(&format!("<p>{a}<main>b</main>")), "ab");
        assert_eq!(main_text(&format!("{a}<main>{b}")), "ab");
        assert_eq!(main_text(&format!("{a}<article>{b}</article>")), "b");
        assert_eq!(main_text(&format!("{a}{a}{a}<article>{b}</article>")), "ab");
    }
}
