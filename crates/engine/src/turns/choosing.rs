//! What a person makes of a checked plan before saying yes: parts are left out, others changed, and after every change
//! it is known again what fits.

mod because;
mod drafts;
mod editing;
mod item;
mod modification;
mod recheck;
mod row;

#[cfg(test)]
mod choosing_tests;

use dialect::teddy::{ChoiceProblem, check_written, check_written_memo, choice_problem, fence};
use model::proposal::MemoLine;
use model::{Action, Diagnostic, Severity};

use super::checked::Checked;
use super::chosen::{Choice, Chosen, Fixed};
use crate::proposals::Sight;

pub use drafts::Proposed;
pub use editing::{Editing, Sheet};
pub use item::{Item, ItemId, Part};
pub use modification::Modification;

use row::Row;

/// Why a choice cannot be approved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objection {
    NothingChosen,
    /// How many chosen parts have errors.
    Invalid(usize),
}

/// A plan while somebody chooses. Everything is chosen at first, in the form that was proposed.
pub struct Choosing<'a> {
    sight: &'a Sight<'a>,
    /// What the spans are places of.
    text: String,
    memos: Vec<Row<'a, MemoLine>>,
    actions: Vec<Row<'a, Action>>,
    revision: u64,
    plan: workspace::Digest,
}

impl<'a> Choosing<'a> {
    /// Begins with what was chosen before an interruption.
    pub(super) fn new(checked: &'a Checked, sight: &'a Sight<'a>, fixed: Fixed) -> Self {
        let (proposal, chosen) = (checked.proposal(), &checked.chosen);
        let mut choosing = Self {
            sight,
            text: fence::repair(&checked.plan.source).text.into_owned(),
            memos: row::rows(&proposal.memos, chosen.memos(), |_| fixed.memos),
            actions: row::rows(&proposal.actions, chosen.actions(), |index| index < fixed.actions),
            revision: 0,
            plan: checked.digest(),
        };
        choosing.recheck();
        choosing
    }

    /// Memos first, then actions, in the plan's order.
    pub fn items(&self) -> Vec<Item<'_>> {
        let memos = self.memos.iter().enumerate();
        let memos = memos.map(|(index, row)| row.item(ItemId::Memo(index), Part::Memo));
        let actions = self.actions.iter().enumerate();
        let actions = actions.map(|(index, row)| row.item(ItemId::Action(index), Part::Action));
        memos.chain(actions).collect()
    }

    /// `None` if the plan has no such part.
    pub fn item(&self, id: ItemId) -> Option<Item<'_>> {
        match id {
            ItemId::Memo(index) => Some(self.memos.get(index)?.item(id, Part::Memo)),
            ItemId::Action(index) => Some(self.actions.get(index)?.item(id, Part::Action)),
        }
    }

    /// Another number after every change, for whoever keeps what was drawn.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn toggle(&mut self, id: ItemId) {
        match id {
            ItemId::Memo(index) => self.memos.get_mut(index).map(Row::toggle),
            ItemId::Action(index) => self.actions.get_mut(index).map(Row::toggle),
        };
        self.recheck();
    }

    /// Chooses everything, unless everything is chosen.
    pub fn toggle_all(&mut self) {
        let is_chosen = !self.is_everything_chosen();
        self.memos.iter_mut().for_each(|row| row.choose(is_chosen));
        self.actions.iter_mut().for_each(|row| row.choose(is_chosen));
        self.recheck();
    }

    /// Puts the person's version in the place of what was proposed, or says what is wrong with it and changes nothing.
    pub fn modify(&mut self, id: ItemId, change: Modification) -> Result<(), Vec<Diagnostic>> {
        match id {
            ItemId::Memo(index) => self.modify_memo(index, &change),
            ItemId::Action(index) => self.modify_action(index, change),
        }
    }

    /// Back to what was proposed.
    pub fn restore(&mut self, id: ItemId) {
        match id {
            ItemId::Memo(index) => self.memos.get_mut(index).map(Row::restore),
            ItemId::Action(index) => self.actions.get_mut(index).map(Row::restore),
        };
        self.recheck();
    }

    /// Whether it can be carried out as it is chosen.
    pub fn is_valid(&self) -> bool {
        self.objection().is_none()
    }

    /// Why it cannot.
    pub fn objection(&self) -> Option<Objection> {
        let items = self.items();
        if !items.iter().any(|item| item.chosen) {
            return Some(Objection::NothingChosen);
        }
        let bad = items.iter().filter(|item| item.has_error()).count();
        (bad > 0).then_some(Objection::Invalid(bad))
    }

    /// What is approved; `None` if it is not valid.
    pub fn finish(self) -> Option<Chosen> {
        self.is_valid().then(|| {
            let memos = self.memos.into_iter().map(Row::into_choice).collect();
            let actions = self.actions.into_iter().map(Row::into_choice).collect();
            Chosen::new(self.plan, memos, actions)
        })
    }

    fn is_everything_chosen(&self) -> bool {
        self.items().iter().all(|item| item.chosen || item.fixed)
    }

    fn modify_memo(&mut self, index: usize, change: &Modification) -> Result<(), Vec<Diagnostic>> {
        let row = open_row(&self.memos, index)?;
        let form = modification::memo(&row.original.value, change)?;
        none_of(check_written_memo(&form))?;
        let choice = modification::changed_memo(row.original, form);
        self.try_choice(|choosing| &mut choosing.memos[index], choice)
    }

    fn modify_action(&mut self, index: usize, change: Modification) -> Result<(), Vec<Diagnostic>> {
        let row = open_row(&self.actions, index)?;
        let choice = match change {
            Modification::Edit { text } => modification::edited(row, self.proposed_file(ItemId::Action(index)), &text)?,
            change => modification::changed(row.original, &change)?,
        };
        if choice.told.is_some() {
            none_of(check_written(&choice.form.value))?;
        }
        self.try_choice(|choosing| &mut choosing.actions[index], choice)
    }

    /// Keeps the person's version if it is valid when it is chosen.
    fn try_choice<T: Clone + 'a>(
        &mut self,
        row: impl Fn(&mut Self) -> &mut Row<'a, T>,
        choice: Choice<T>,
    ) -> Result<(), Vec<Diagnostic>> {
        let before = std::mem::replace(&mut row(self).choice, choice);
        self.recheck();
        let tried = row(self);
        let faults = errors(&tried.troubles);
        let was_on = before.is_on;
        tried.choice.is_on = was_on;
        if !faults.is_empty() {
            tried.choice = before;
        }
        if !was_on || !faults.is_empty() {
            self.recheck();
        }
        none_of(faults)
    }
}

fn none_of(faults: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    match faults.is_empty() {
        true => Ok(()),
        false => Err(faults),
    }
}

fn open_row<'r, 'a, T>(rows: &'r [Row<'a, T>], index: usize) -> Result<&'r Row<'a, T>, Vec<Diagnostic>> {
    let row = rows.get(index).filter(|row| !row.is_fixed);
    row.ok_or_else(|| vec![choice_problem(&ChoiceProblem::AlreadyExecuted)])
}

fn errors(troubles: &[Diagnostic]) -> Vec<Diagnostic> {
    let errors = troubles.iter().filter(|fault| fault.severity == Severity::Error);
    errors.cloned().collect()
}
