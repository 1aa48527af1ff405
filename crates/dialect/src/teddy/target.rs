//! What a value names: a file of the project or a page of the web.

use std::ops::Range;

use model::{RelPath, Resource, Spanned};

use super::link::{self, Link, Parsed};
use super::notes::Notes;
use super::rules;

/// How a path should be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Link,
    /// As it is, or as a link: a working folder.
    Any,
}

/// A value without its wrapping, before it is judged.
struct Named<'a> {
    text: Option<&'a str>,
    destination: String,
    span: Range<usize>,
    form: Form,
}

/// A file or a page.
pub(super) fn resource(value: &Spanned<String>, notes: &mut Notes<'_>) -> Option<Spanned<Resource>> {
    let named = named(value, Form::Link, notes)?;
    if !is_web(&named.destination) {
        return Some(local(named, notes)?.map(Resource::File));
    }
    if named.text.is_none() {
        notes.add(rules::link_form_bare(named.span.clone(), &named.destination));
    }
    if !is_whole_url(&named.destination) {
        notes.add(rules::url_form(named.span, &named.destination));
        return None;
    }
    Some(Spanned::new(Resource::Url(named.destination), named.span))
}

/// A file or a page that nothing is wrapped around, or why it is neither.
pub(super) fn bare_resource(text: &str) -> Result<Resource, String> {
    if is_web(text) {
        return match is_whole_url(text) {
            true => Ok(Resource::Url(text.to_owned())),
            false => Err("the address holds characters that must be written as `%20` and the like".to_owned()),
        };
    }
    if has_scheme(text) {
        return Err("only `http` and `https` addresses can be read".to_owned());
    }
    RelPath::new(text).map(Resource::File).map_err(|why| why.to_string())
}

/// A file; `None` after a fault.
pub(super) fn path(value: &Spanned<String>, form: Form, notes: &mut Notes<'_>) -> Option<Spanned<RelPath>> {
    inside(named(value, form, notes)?, notes)
}

/// A file that is written to: a folder is none.
pub(super) fn file(value: &Spanned<String>, notes: &mut Notes<'_>) -> Option<Spanned<RelPath>> {
    let named = named(value, Form::Link, notes)?;
    let is_folder = named.destination.ends_with(['/', '\\']);
    let path = inside(named, notes)?;
    if is_folder {
        notes.add(rules::path_unsafe_folder(path.span, path.value.as_str()));
        return None;
    }
    Some(path)
}

fn inside(named: Named<'_>, notes: &mut Notes<'_>) -> Option<Spanned<RelPath>> {
    if is_web(&named.destination) {
        notes.add(rules::path_url(named.span, &named.destination));
        return None;
    }
    local(named, notes)
}

fn named<'a>(value: &'a Spanned<String>, form: Form, notes: &mut Notes<'_>) -> Option<Named<'a>> {
    let span = value.span.clone();
    let bare = unwrapped(&value.value);
    if bare.starts_with(['“', '”', '‘', '’']) {
        notes.add(rules::smart_quotes(span.clone()));
    }
    let bare = bare.trim_matches(['“', '”', '‘', '’']);
    match link::parse(bare) {
        Parsed::One(Link {
            text,
            destination,
            rest,
        }) => {
            if !rest.is_empty() {
                notes.add(rules::link_remark(span.clone(), rest));
            }
            let destination = match is_web(destination) {
                true => destination.to_owned(),
                false => link::decoded(destination),
            };
            Some(Named {
                text: Some(text),
                destination,
                span,
                form,
            })
        }
        Parsed::Several => {
            notes.add(rules::link_single(span));
            None
        }
        Parsed::None => {
            let inner = bare.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
            let inner = inner.filter(|inner| !inner.contains(['[', ']']));
            Some(Named {
                text: None,
                destination: inner.unwrap_or(bare).to_owned(),
                span,
                form,
            })
        }
    }
}

fn local(named: Named<'_>, notes: &mut Notes<'_>) -> Option<Spanned<RelPath>> {
    let Named {
        text,
        destination,
        span,
        form,
    } = named;
    if destination.contains('\\') {
        notes.add(rules::path_backslash(span.clone(), &destination));
    }
    let slashed = destination.replace('\\', "/");
    if has_scheme(&slashed) {
        notes.add(rules::path_url(span, &destination));
        return None;
    }
    let path = match RelPath::new(slashed.strip_prefix('/').unwrap_or(&slashed)) {
        Ok(path) => path,
        Err(why) => {
            notes.add(rules::path_unsafe(span, &destination, why, form));
            return None;
        }
    };
    match text {
        None if form == Form::Link => notes.add(rules::link_form_plain(span.clone(), &path)),
        None => {}
        Some(text) => judge_text(text, &path, &span, notes)?,
    }
    if text.is_some() && !slashed.starts_with('/') {
        notes.add(rules::link_form_slash(span.clone(), &path));
    }
    Some(Spanned::new(path, span))
}

/// The text of a link to a file is the same path, or at least not another one.
fn judge_text(text: &str, path: &RelPath, span: &Range<usize>, notes: &mut Notes<'_>) -> Option<()> {
    if text == path.as_str() {
        return Some(());
    }
    let bare = unwrapped(text);
    let unescaped = unescaped(bare).replace('\\', "/");
    let candidates = [text, bare, unescaped.as_str(), &link::decoded(bare)];
    let is_same = |candidate: &&str| {
        let relative = candidate.strip_prefix('/').unwrap_or(candidate);
        relative == path.as_str() || RelPath::new(relative).is_ok_and(|text| text == *path)
    };
    if candidates.iter().any(is_same) {
        return Some(());
    }
    let is_tail = path.as_str().ends_with(&format!("/{unescaped}"));
    if looks_like_path(&unescaped) && !is_tail {
        notes.add(rules::link_mismatch(span.clone(), bare, path));
        return None;
    }
    notes.add(rules::link_form_text(span.clone(), path));
    Some(())
}

/// Without the backslashes that Markdown asks for in a link's text.
fn unescaped(text: &str) -> String {
    let marks = [("\\_", "_"), ("\\[", "["), ("\\]", "]"), ("\\(", "("), ("\\)", ")")];
    let unescape = |text: String, (escaped, mark)| text.replace(escaped, mark);
    marks.into_iter().fold(text.to_owned(), unescape)
}

fn looks_like_path(text: &str) -> bool {
    let is_word = !text.contains(char::is_whitespace);
    let has_ending = text.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty() && !ending.is_empty() && ending.len() <= 8 && ending.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    (is_word && text.contains('/')) || has_ending
}

fn is_web(destination: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        destination
            .get(..scheme.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    })
}

fn is_whole_url(url: &str) -> bool {
    !url.contains(|c: char| c.is_whitespace() || c.is_control() || "<>()[]`\"\\".contains(c))
}

fn has_scheme(destination: &str) -> bool {
    let scheme = destination.split_once("://").map(|(scheme, _)| scheme);
    let scheme = scheme.or_else(|| destination.strip_prefix("mailto:").map(|_| "mailto"));
    scheme.is_some_and(|scheme| scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Without back-ticks, emphasis, quotes or angle brackets around all of it.
fn unwrapped(value: &str) -> &str {
    let mut bare = value.trim();
    for (open, close) in [
        ("**", "**"),
        ("`", "`"),
        ("**", "**"),
        ("\"", "\""),
        ("'", "'"),
        ("<", ">"),
    ] {
        if let Some(inner) = bare.strip_prefix(open).and_then(|inner| inner.strip_suffix(close)) {
            bare = inner.trim();
        }
    }
    bare
}
