//! Changes to what is remembered, one per line.

use std::ops::Range;

use model::proposal::MemoLine;
use model::{MemoChange, Spanned};

use super::blocks::Kind;
use super::fields::is_nothing;
use super::groups::Group;
use super::notes::Notes;
use super::{prose, rules};

pub(super) fn read(group: &Group, notes: &mut Notes<'_>) -> Vec<Spanned<MemoLine>> {
    let mut memos = Vec::new();
    for block in &group.blocks {
        match &block.kind {
            Kind::Fence(fence) => {
                prose::judge_fence(fence, &block.span, notes);
                read_lines(&fence.content, &mut memos, notes);
            }
            Kind::Paragraph | Kind::Items(_) if holds_memos(notes.text(&block.span)) => {
                notes.add(rules::memo_form_unfenced(block.span.clone()));
                read_lines(&block.span, &mut memos, notes);
            }
            Kind::Paragraph | Kind::Items(_) if !prose::note_filler(block, notes) => lost(&block.span, notes),
            Kind::Paragraph => {}
            _ => prose::block_outside(block, notes),
        }
    }
    memos
}

/// Words that may have been meant as memos.
fn lost(span: &Range<usize>, notes: &mut Notes<'_>) {
    let text = notes.text(span).trim_end();
    let place = span.start..span.start + text.len();
    let denies = text.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("no "));
    match is_nothing(text) || denies {
        true => notes.add(rules::memo_form_nothing(place)),
        false if prose::judge_hidden(span, notes) => {}
        false => notes.add(rules::memo_line(place)),
    }
}

fn holds_memos(text: &str) -> bool {
    text.lines()
        .any(|line| change(line.trim().trim_start_matches(['-', '*', ' '])).is_some())
}

fn read_lines(span: &Range<usize>, memos: &mut Vec<Spanned<MemoLine>>, notes: &mut Notes<'_>) {
    let mut at = span.start;
    for line in notes.text(span).split_inclusive('\n') {
        let text = line.trim();
        let start = at + line.len() - line.trim_start().len();
        let place = start..start + text.len();
        at += line.len();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let unlisted = text
            .strip_prefix("- ")
            .or_else(|| text.strip_prefix("* "))
            .unwrap_or(text);
        if is_nothing(text) {
            notes.add(rules::memo_form_nothing(place));
            continue;
        }
        match memo(unlisted.trim_start()) {
            Some(memo) => {
                if unlisted.len() < text.len() {
                    notes.add(rules::memo_form_listed(place.clone()));
                }
                memos.push(Spanned::new(memo, place));
            }
            None if change(unlisted.trim_start()).is_some() => notes.add(rules::memo_line_empty(place)),
            None => notes.add(rules::memo_line(place)),
        }
    }
}

fn memo(line: &str) -> Option<MemoLine> {
    let (make, text) = change(line)?;
    let (memo, comment) = cut(text);
    let change = Some(make(memo.to_owned())).filter(|_| !memo.is_empty())?;
    let comment = comment.filter(|comment| !comment.is_empty()).map(str::to_owned);
    Some(MemoLine { change, comment })
}

type Make = fn(String) -> MemoChange;

fn change(line: &str) -> Option<(Make, &str)> {
    let add = line.strip_prefix("[+]").map(|text| (MemoChange::Add as Make, text));
    add.or_else(|| Some((MemoChange::Remove as Make, line.strip_prefix("[-]")?)))
}

/// A comment begins with `#` at the start of a word, so `C#` is none.
fn cut(text: &str) -> (&str, Option<&str>) {
    let is_start = |at: &usize| *at == 0 || text[..*at].ends_with(char::is_whitespace);
    match text.match_indices('#').map(|(at, _)| at).find(is_start) {
        Some(at) => (text[..at].trim(), Some(text[at + 1..].trim())),
        None => (text.trim(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, change: MemoChange, comment: Option<&str>) {
        let expected = MemoLine {
            change,
            comment: comment.map(str::to_owned),
        };
        assert_eq!(memo(line), Some(expected), "{line}");
    }

    #[test]
    fn lines_are_changes() {
        let add = |text: &str| MemoChange::Add(text.to_owned());
        check("[+] We use C# here.", add("We use C# here."), None);
        check("[+] A fact. # why", add("A fact."), Some("why"));
        check("[+]x#y #", add("x#y"), None);
        check("[-] Old.\t#\tgone", MemoChange::Remove("Old.".into()), Some("gone"));
        for line in ["", "[+]", "[+] # only a comment", "[*] x", "+ x", "x"] {
            assert_eq!(memo(line), None, "{line}");
        }
    }
}
