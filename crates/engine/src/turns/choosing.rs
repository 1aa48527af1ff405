//! What a person makes of a checked plan before saying yes: parts are left out, others changed, and after every change
//! it is known again what fits.

mod because;
mod chains;
mod drafts;
mod editing;
mod item;
mod modification;
mod recheck;
mod row;

#[cfg(test)]
mod choosing_tests;

use std::cell::OnceCell;

use dialect::teddy::{ChoiceProblem, PartProblem, check_written, check_written_memo, choice_problem, fence};
use model::proposal::MemoLine;
use model::{Action, Diagnostic, Severity};

use super::checked::Checked;
use super::chosen::{Chosen, Fixed};
use crate::proposals::Sight;

pub use drafts::Proposed;
pub use editing::{Editing, Sheet};
pub use item::{Item, ItemId, Part};
pub use modification::Modification;

use chains::Chains;
use drafts::Drafts;
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
    /// Found when the first part is left out or a later edit looked at: they take as long as a check of the whole plan.
    chains: OnceCell<Chains>,
    drafts: Drafts,
    /// The faults of the actions if all of them are chosen, as long as none is changed.
    when_all: Option<Vec<Vec<Diagnostic>>>,
    revision: u64,
    plan: workspace::Digest,
}

impl<'a> Choosing<'a> {
    /// Begins with what was chosen before an interruption.
    pub(super) fn new(checked: &'a Checked, sight: &'a Sight<'a>, chosen: &Chosen, fixed: Fixed) -> Self {
        let proposal = &checked.plan.reading.proposal;
        let mut choosing = Self {
            sight,
            text: fence::repair(&checked.plan.source).text.into_owned(),
            memos: row::rows(&proposal.memos, chosen.memos(), |_| fixed.memos),
            actions: row::rows(&proposal.actions, chosen.actions(), |index| index < fixed.actions),
            chains: OnceCell::new(),
            drafts: Drafts::default(),
            when_all: None,
            revision: 0,
            plan: checked.digest(),
        };
        choosing.recheck_all();
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
            ItemId::Memo(index) => {
                if let Some(row) = self.memos.get_mut(index).filter(|row| !row.is_fixed) {
                    row.is_chosen = !row.is_chosen;
                    self.recheck_memos();
                }
            }
            ItemId::Action(index) => {
                if let Some(row) = self.actions.get_mut(index).filter(|row| !row.is_fixed) {
                    row.is_chosen = !row.is_chosen;
                    self.recheck_choice(index);
                }
            }
        }
    }

    /// Chooses everything, unless everything is chosen.
    pub fn toggle_all(&mut self) {
        let is_chosen = !self.is_everything_chosen();
        self.memos.iter_mut().for_each(|row| row.choose(is_chosen));
        self.actions.iter_mut().for_each(|row| row.choose(is_chosen));
        self.recheck_all();
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
            ItemId::Memo(index) => {
                if let Some(row) = self.memos.get_mut(index).filter(|row| !row.is_fixed) {
                    row.changed = None;
                    self.recheck_memos();
                }
            }
            ItemId::Action(index) => {
                if let Some(row) = self.actions.get_mut(index).filter(|row| !row.is_fixed) {
                    let before = row.changed.take();
                    self.recheck_form(index, before.as_ref());
                }
            }
        }
    }

    /// What this action makes of its file, if what is chosen before it has been carried out; `None` if it changes none.
    /// The reason if it does not fit.
    pub fn proposed_file(&self, id: ItemId) -> Result<Option<Proposed>, PartProblem> {
        match id {
            ItemId::Memo(_) => Ok(None),
            ItemId::Action(index) => self.drafts.proposed(self, index),
        }
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

    fn chains(&self) -> &Chains {
        self.chains.get_or_init(|| Chains::new(&self.actions, self.sight))
    }

    fn is_everything_chosen(&self) -> bool {
        self.items().iter().all(|item| item.chosen || item.fixed)
    }

    fn modify_memo(&mut self, index: usize, change: &Modification) -> Result<(), Vec<Diagnostic>> {
        let row = open_row(&self.memos, index)?;
        let form = modification::memo(&row.original.value, change)?;
        let faults = check_written_memo(&form);
        if !faults.is_empty() {
            return Err(faults);
        }
        let changed = modification::changed_memo(row.original, form);
        let before = std::mem::replace(&mut self.memos[index].changed, changed);
        let was_chosen = std::mem::replace(&mut self.memos[index].is_chosen, true);
        self.recheck_memos();
        let faults = errors(&self.memos[index].troubles);
        self.memos[index].is_chosen = was_chosen;
        if !faults.is_empty() {
            self.memos[index].changed = before;
        }
        self.recheck_memos();
        told(faults)
    }

    fn modify_action(&mut self, index: usize, change: Modification) -> Result<(), Vec<Diagnostic>> {
        let row = open_row(&self.actions, index)?;
        let changed = match change {
            Modification::Edit { text } => modification::edited(row, self.drafts.proposed(self, index), &text)?,
            change => modification::changed(row.original, &change)?,
        };
        let faults = changed.iter().flat_map(|changed| check_written(&changed.form.value));
        let faults: Vec<Diagnostic> = faults.collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let before = std::mem::replace(&mut self.actions[index].changed, changed);
        let was_chosen = std::mem::replace(&mut self.actions[index].is_chosen, true);
        self.recheck_form(index, before.as_ref());
        let faults = errors(&self.actions[index].troubles);
        let tried = match faults.is_empty() {
            true => None,
            false => std::mem::replace(&mut self.actions[index].changed, before),
        };
        if tried.is_some() || !was_chosen {
            self.actions[index].is_chosen = was_chosen;
            self.recheck_form(index, tried.as_ref());
        }
        told(faults)
    }
}

fn told(faults: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
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
