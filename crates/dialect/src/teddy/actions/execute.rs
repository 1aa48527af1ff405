//! `EXECUTE`: a command, and where and how it runs.

use std::collections::BTreeSet;
use std::ops::Range;

use model::proposal::{Execute, Variable};
use model::{RelPath, Spanned, limits};

use super::body::Body;
use super::names::{ALLOW_FAILURE, CWD, DESCRIPTION, ENV, EXPECTED_OUTCOME, TIMEOUT};
use crate::teddy::fields::{self, is_nothing};
use crate::teddy::notes::Notes;
use crate::teddy::rules;
use crate::teddy::target::{self, Form};

pub(super) fn read(mut body: Body, notes: &mut Notes<'_>) -> Option<Execute> {
    let description = body.recommend(&DESCRIPTION, notes);
    let expected_outcome = body.recommend(&EXPECTED_OUTCOME, notes);
    let cwd = cwd(&mut body, notes);
    let env = env(&mut body, notes);
    let timeout_s = timeout(&mut body, notes);
    let allow_failure = allow_failure(&mut body, notes);
    let command = body.block(notes);
    if let Some(command) = command
        .as_ref()
        .filter(|command| command.value.text().trim().is_empty())
    {
        notes.add(rules::command_empty(command.span.clone()));
        return None;
    }
    let extras = body.extras(notes);
    Some(Execute {
        description,
        expected_outcome,
        cwd: cwd.ok()?,
        env: env?,
        timeout_s: timeout_s.ok()?,
        allow_failure: allow_failure?,
        command: command?,
        extras,
    })
}

/// A value that was given but cannot be understood, and has been noted.
struct Misread;

fn cwd(body: &mut Body, notes: &mut Notes<'_>) -> Result<Option<Spanned<RelPath>>, Misread> {
    let Some(value) = body.take_text(&CWD, notes) else {
        return Ok(None);
    };
    let bare = value.value.trim_matches('`');
    // Two dots look like nothing, and are a folder.
    if bare != ".." && (is_nothing(bare) || matches!(bare, "." | "./" | "/")) {
        return Ok(None);
    }
    target::path(&value, Form::Any, notes).map(Some).ok_or(Misread)
}

fn timeout(body: &mut Body, notes: &mut Notes<'_>) -> Result<Option<Spanned<u64>>, Misread> {
    let Some(value) = body.take_text(&TIMEOUT, notes) else {
        return Ok(None);
    };
    match value.value.trim_matches('`').parse::<u64>() {
        Ok(seconds) if (1..=limits::COMMAND_S_MAX).contains(&seconds) => {
            let timeout = Spanned::new(seconds, value.span);
            if let Some(fault) = rules::timeout_long(&timeout) {
                notes.add(fault);
            }
            Ok(Some(timeout))
        }
        Ok(seconds) if seconds > limits::COMMAND_S_MAX => {
            notes.add(rules::field_value_too_long(value));
            Err(Misread)
        }
        _ => {
            notes.add(rules::field_value_timeout(value));
            Err(Misread)
        }
    }
}

fn allow_failure(body: &mut Body, notes: &mut Notes<'_>) -> Option<bool> {
    let Some(value) = body.take_text(&ALLOW_FAILURE, notes) else {
        return Some(false);
    };
    match value.value.trim_matches('`').to_ascii_lowercase().as_str() {
        "true" | "yes" => Some(true),
        "false" | "no" => Some(false),
        _ => {
            notes.add(rules::field_value_allow_failure(value));
            None
        }
    }
}

fn env(body: &mut Body, notes: &mut Notes<'_>) -> Option<Vec<Variable>> {
    let Some(field) = body.take_field(&ENV, notes) else {
        return Some(Vec::new());
    };
    if !field.value.value.is_empty() && !is_nothing(&field.value.value) {
        notes.add(rules::env_list(field.value.span));
        return None;
    }
    let mut names = BTreeSet::new();
    let mut is_whole = true;
    let mut variables = Vec::with_capacity(field.children.len());
    for child in &field.children {
        match variable(child, notes) {
            Some(variable) if !names.insert(variable.name.value.clone()) => {
                notes.add(rules::field_twice(variable.name.span, &variable.name.value));
                is_whole = false;
            }
            Some(variable) if rules::is_reserved_variable(&variable.name.value) => {
                notes.add(rules::env_reserved(variable.name.span, &variable.name.value));
                is_whole = false;
            }
            Some(variable) => variables.push(variable),
            None => {
                notes.add(rules::env_list_entry(child.clone()));
                is_whole = false;
            }
        }
    }
    is_whole.then_some(variables)
}

/// `` `NAME`: "value" ``, or `NAME=value`.
fn variable(entry: &Range<usize>, notes: &mut Notes<'_>) -> Option<Variable> {
    let text = notes.text(entry);
    let at = text.find([':', '='])?;
    if text[at..].starts_with('=') {
        notes.add(rules::env_form(entry.clone()));
    }
    let decoration = |c: char| matches!(c, '`' | '*') || c.is_whitespace();
    let name = text[..at].trim_matches(decoration);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(is_name) {
        return None;
    }
    let start = entry.start + text[..at].len() - text[..at].trim_start_matches(decoration).len();
    let raw = text[at + 1..].trim_start_matches('*').trim();
    let raw = match text.starts_with('`') && !text[..at].trim_end().ends_with('`') {
        // `` `NAME=value` ``
        true => raw.strip_suffix('`').unwrap_or(raw),
        false => raw,
    };
    if raw.starts_with(['“', '”']) {
        notes.add(rules::smart_quotes(entry.clone()));
    }
    let value = unquoted(&fields::value(raw));
    Some(Variable {
        name: Spanned::new(name.to_owned(), start..start + name.len()),
        value: Spanned::new(value, entry.clone()),
    })
}

/// Without one pair of quotes around it.
fn unquoted(value: &str) -> String {
    for (open, close) in [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”')] {
        if let Some(inner) = value.strip_prefix(open).and_then(|inner| inner.strip_suffix(close)) {
            return inner.to_owned();
        }
    }
    value.to_owned()
}
