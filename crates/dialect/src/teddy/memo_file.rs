//! `.teddy/memos.yaml`: one list of short facts.

use std::fmt;
use std::ops::Range;

use model::{MemoChange, MemoFault, Memos};

use super::line_end::line_end;
use crate::yaml::{self, List};

/// Why a file of memos stays as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeFault {
    /// It cannot be read to begin with.
    Unreadable(String),
    /// The changes do not fit what it holds.
    Unfit(Vec<MemoFault>),
    /// It is written in a way that cannot be changed in place.
    Layout,
}

/// The memos of the file, or why it cannot be read.
pub fn read_memos(text: &str) -> Result<Memos, String> {
    Ok(memos_of(yaml::list(text)?.as_ref()))
}

fn memos_of(list: Option<&List>) -> Memos {
    let items = list.map(|list| list.items.as_slice()).unwrap_or_default();
    Memos::new(items.iter().map(|item| item.text.clone()).collect())
}

/// The file with all changes made, every other byte as it was: comments, quotes, order, blank lines.
pub fn change_memos(text: &str, changes: &[MemoChange]) -> Result<String, ChangeFault> {
    let list = yaml::list(text).map_err(ChangeFault::Unreadable)?;
    let memos = memos_of(list.as_ref());
    let expected = memos.apply(changes).map_err(ChangeFault::Unfit)?;
    let plan = Plan::new(memos.as_slice(), changes);
    let changed = match &list {
        Some(list) if text[list.span.clone()].starts_with('[') => plan.in_flow(text, list),
        list => plan.in_lines(text, list.as_ref()),
    };
    // Whatever layout a person gave the file, the result holds what it should, or nothing is changed.
    match read_memos(&changed) {
        Ok(memos) if memos == expected => Ok(changed),
        _ => Err(ChangeFault::Layout),
    }
}

/// Which of the file's items go, and what comes after the last one.
struct Plan<'a> {
    removed: Vec<usize>,
    added: Vec<&'a str>,
}

impl<'a> Plan<'a> {
    /// The changes are known to fit. What is added and removed again never gets into the file.
    fn new(memos: &[String], changes: &'a [MemoChange]) -> Self {
        let mut plan = Self {
            removed: Vec::new(),
            added: Vec::new(),
        };
        for change in changes {
            match change {
                MemoChange::Add(text) => plan.added.push(text),
                MemoChange::Remove(text) => {
                    let is_it = |index: &usize| memos[*index] == *text && !plan.removed.contains(index);
                    match (0..memos.len()).find(is_it) {
                        Some(index) => plan.removed.push(index),
                        None => plan.added.retain(|added| added != text),
                    }
                }
            }
        }
        plan.removed.sort_unstable();
        plan
    }

    /// One item per line or more, each behind a dash.
    fn in_lines(&self, text: &str, list: Option<&List>) -> String {
        let end = list.map_or(text.len(), |list| last_byte(text, list));
        let mut changed = String::with_capacity(text.len() + 64);
        let mut at = 0;
        for index in &self.removed {
            let Some(lines) = list.map(|list| item_lines(text, list, *index)) else {
                break;
            };
            changed.push_str(&text[at..lines.start.max(at)]);
            at = lines.end.max(at);
        }
        changed.push_str(&text[at..end.max(at)]);
        let newline = line_end(text);
        if !self.added.is_empty() && !changed.is_empty() && !changed.ends_with('\n') {
            changed.push_str(newline);
        }
        let indent = list.map_or("", |list| indent(text, list));
        for memo in &self.added {
            changed.extend([indent, "- ", &yaml::scalar(memo), newline]);
        }
        changed + &text[end.max(at)..]
    }

    /// `[a, b]`
    fn in_flow(&self, text: &str, list: &List) -> String {
        let items = &list.items;
        let kept: Vec<_> = (0..items.len()).filter(|index| !self.removed.contains(index)).collect();
        let open = list.span.start + 1;
        let mut changed = text[..open].to_owned();
        // Each item takes along what stands between it and the one before, but the first kept one has none before.
        for (rank, index) in kept.iter().enumerate() {
            let from = match (rank, *index) {
                (0, 0) => open,
                (0, index) => items[index].span.start,
                (_, index) => items[index - 1].span.end,
            };
            changed.push_str(&text[from..items[*index].span.end]);
        }
        for memo in &self.added {
            let gap = if changed.len() > open { ", " } else { "" };
            changed.extend([gap, &yaml::quoted(memo)]);
        }
        let rest = items.last().map_or(open, |item| item.span.end);
        let rest = match changed.len() > open {
            true => &text[rest..],
            // A comma after nothing is no list.
            false => &text[list.span.end - 1..],
        };
        changed + rest
    }
}

/// From the item's dash to the end of its last line. Blank lines that are none of its text stay.
fn item_lines(text: &str, list: &List, index: usize) -> Range<usize> {
    let item = &list.items[index];
    let mut start = match index.checked_sub(1) {
        Some(before) => line_after(text, list.items[before].span.end),
        None => list.span.start - indent(text, list).len(),
    };
    // Comments and blank lines between two items belong to neither.
    while !text[start..].trim_start_matches([' ', '\t']).starts_with('-') && start < item.span.start {
        start = text[start..]
            .find('\n')
            .map_or(text.len(), |newline| start + newline + 1);
    }
    let is_block = item.span.end > item.span.start && text[..item.span.end].ends_with('\n');
    let end = match is_block {
        true if item.text.ends_with("\n\n") => item.span.end,
        true => {
            let solid = text[..item.span.end].trim_end().len();
            line_after(text, solid)
        }
        false => line_after(text, item.span.end),
    };
    start.min(end)..end
}

/// The first byte of the line that follows the place; the place itself if a line begins there.
fn line_after(text: &str, at: usize) -> usize {
    if at == 0 || text[..at].ends_with('\n') {
        return at;
    }
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn indent<'a>(text: &'a str, list: &List) -> &'a str {
    text[line_start(text, list.span.start)..list.span.start].trim_start_matches('\u{feff}')
}

/// Where another item can go: behind everything, but before a line that ends the document.
fn last_byte(text: &str, list: &List) -> usize {
    let from = list.items.last().map_or(list.span.start, |item| item.span.end);
    match text[from..].find("\n...") {
        Some(at) => from + at + 1,
        None => text.len(),
    }
}

impl fmt::Display for ChangeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "the memos cannot be read: {why}"),
            Self::Unfit(faults) => {
                let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
                f.write_str(&faults.join("; "))
            }
            Self::Layout => f.write_str(
                "the memos are written in a way that cannot be changed in place; write each as one line, `- text`",
            ),
        }
    }
}

impl std::error::Error for ChangeFault {}

#[cfg(test)]
#[path = "memo_file_tests.rs"]
mod tests;
