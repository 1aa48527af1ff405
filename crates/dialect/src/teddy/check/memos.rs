//! Memos are added and removed in order, so one may be replaced by another.

use model::proposal::MemoLine;
use model::{Diagnostic, MemoChange, Spanned};

use super::rules;

pub(super) fn check(changes: &[Spanned<MemoLine>], memos: &[String]) -> Vec<Diagnostic> {
    check_each(changes, memos).into_iter().flatten().collect()
}

/// One answer for every change.
pub(super) fn check_each<'a>(
    changes: impl IntoIterator<Item = &'a Spanned<MemoLine>>,
    memos: &'a [String],
) -> Vec<Option<Diagnostic>> {
    let mut known: Vec<&str> = memos.iter().map(String::as_str).collect();
    let mut judge = |line: &'a Spanned<MemoLine>| match &line.value.change {
        MemoChange::Add(memo) if known.contains(&memo.as_str()) => Some(rules::memo_duplicate(line.span.clone(), memo)),
        MemoChange::Add(memo) => {
            known.push(memo);
            None
        }
        MemoChange::Remove(memo) => match known.iter().position(|known| *known == memo) {
            Some(at) => {
                known.remove(at);
                None
            }
            None => Some(rules::memo_missing(line.span.clone(), memo, &known)),
        },
    };
    changes.into_iter().map(&mut judge).collect()
}
