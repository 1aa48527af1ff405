//! Memos are added and removed in order, so one may be replaced by another.

use model::proposal::MemoLine;
use model::{Diagnostic, MemoChange, Spanned};

use super::rules::{memo_duplicate, memo_missing};

pub(super) fn check(changes: &[Spanned<MemoLine>], memos: &[String]) -> Vec<Diagnostic> {
    let mut known: Vec<&str> = memos.iter().map(String::as_str).collect();
    let mut faults = Vec::new();
    for line in changes {
        match &line.value.change {
            MemoChange::Add(memo) if known.contains(&memo.as_str()) => {
                faults.push(memo_duplicate::fault(line.span.clone(), memo));
            }
            MemoChange::Add(memo) => known.push(memo),
            MemoChange::Remove(memo) => match known.iter().position(|known| *known == memo) {
                Some(at) => drop(known.remove(at)),
                None => faults.push(memo_missing::fault(line.span.clone(), memo, &known)),
            },
        }
    }
    faults
}
