//! A fault in the words of the choice that has caused it.

use dialect::teddy::{ChoiceCause, caused_by, caused_by_memo};
use model::{Action, Diagnostic, MemoChange, Severity, Verb};

use super::Choosing;
use super::recheck::{reach, touches};
use super::row::Row;

impl Choosing<'_> {
    /// What follows from the choice is told as that. The plan itself was valid.
    pub(super) fn faults_explained(&self, index: usize, faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if faults.iter().all(|fault| fault.severity != Severity::Error) {
            return faults;
        }
        let causes = self.causes(index);
        if causes.is_empty() {
            return faults;
        }
        let causes: Vec<ChoiceCause<'_>> = causes.into_iter().map(|cause| self.cause(cause)).collect();
        let explained = faults.into_iter().map(|fault| match fault.severity {
            Severity::Error => caused_by(fault, &causes),
            Severity::Warning => fault,
        });
        let mut explained: Vec<Diagnostic> = explained.collect();
        explained.dedup_by(|a, b| a.message == b.message && a.severity == Severity::Error);
        explained
    }

    /// The same for a line of the memos.
    pub(super) fn memo_faults_explained(&self, index: usize, faults: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let wanted = match &self.memos[index].form().value.change {
            MemoChange::Add(text) => MemoChange::Remove(text.clone()),
            MemoChange::Remove(text) => MemoChange::Add(text.clone()),
        };
        let cause = self.memos[..index].iter().find(|row| {
            let is_meant = row.original.value.change == wanted;
            is_meant && (!row.choice.is_on || row.is_changed())
        });
        let Some(cause) = cause else { return faults };
        let told = |fault| caused_by_memo(fault, &wanted, cause.choice.is_on);
        faults.into_iter().map(told).collect()
    }

    /// Earlier actions that were left out or changed, and that this one may have built on.
    fn causes(&self, index: usize) -> Vec<usize> {
        let action = &self.actions[index].form().value;
        let paths = touches(action);
        let differs = |row: &Row<'_, Action>| !row.is_fixed && (!row.choice.is_on || row.is_changed());
        let earlier = self.actions[..index].iter().enumerate();
        let earlier = earlier.filter(|(_, row)| differs(row) && writes(row, &paths));
        let causes: Vec<usize> = earlier.map(|(at, _)| at).collect();
        let creations = causes.iter().copied().filter(|at| self.verb(*at) == Verb::Create);
        let creations: Vec<usize> = creations.collect();
        if !creations.is_empty() {
            return creations;
        }
        let supplies = |at: &usize| supplies(&self.actions[*at].original.value, action);
        let likely: Vec<usize> = causes.iter().copied().filter(supplies).collect();
        match likely.is_empty() {
            true => causes,
            false => likely,
        }
    }

    fn verb(&self, index: usize) -> Verb {
        self.actions[index].original.value.verb()
    }

    fn cause(&self, index: usize) -> ChoiceCause<'_> {
        let row = &self.actions[index];
        let paths = touches(&row.original.value);
        let (verb, path) = (row.original.value.verb(), paths.first().copied().unwrap_or_default());
        match row.choice.is_on {
            false => ChoiceCause::LeftOut(verb, path, index + 1),
            true => ChoiceCause::Changed(verb, path, index + 1),
        }
    }
}

/// Whether it would make or change one of the paths, as it was proposed or as it is.
fn writes(row: &Row<'_, Action>, paths: &[&str]) -> bool {
    let forms = [row.original, row.form()];
    forms.into_iter().any(|form| {
        let is_writing = matches!(form.value, Action::Create(_) | Action::Edit(_));
        is_writing && touches(&form.value).iter().any(|path| reach(paths, path))
    })
}

/// Whether one edit puts in a line that the other looks for.
fn supplies(cause: &Action, action: &Action) -> bool {
    let (Action::Edit(cause), Action::Edit(edit)) = (cause, action) else {
        return false;
    };
    let wanted = edit.pairs.iter().flat_map(|pair| pair.find.value.text().lines());
    let mut wanted = wanted.map(str::trim).filter(|line| !line.is_empty());
    wanted.any(|line| {
        let puts = |pair: &model::proposal::Pair| {
            pair.replace.value.text().contains(line) && !pair.find.value.text().contains(line)
        };
        cause.pairs.iter().any(puts)
    })
}
