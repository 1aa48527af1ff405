//! What somebody said yes to: which parts of a plan, and in which form.

use dialect::teddy::record;
use dialect::teddy::{read_action, read_memo, write_action, write_memo};
use model::proposal::MemoLine;
use model::report::MemoChoice;
use model::{Action, Proposal, Spanned};
use workspace::Digest;

use super::choosing::ItemId;

/// A choice for every memo and every action of a plan, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The plan that it was chosen from.
    plan: Digest,
    memos: Vec<Choice<MemoLine>>,
    actions: Vec<Choice<Action>>,
}

/// A part of the plan as a person wants it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice<T> {
    /// As it would be carried out.
    pub form: Spanned<T>,
    pub is_on: bool,
    /// What was changed, for the report. `None` if the form is the proposed one.
    pub told: Option<String>,
}

/// What cannot be chosen any more, because it was carried out before an interruption.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fixed {
    pub memos: bool,
    /// This many from the start.
    pub actions: usize,
}

impl Chosen {
    pub(super) fn new(plan: Digest, memos: Vec<Choice<MemoLine>>, actions: Vec<Choice<Action>>) -> Self {
        Self { plan, memos, actions }
    }

    /// All of it, as it was proposed.
    pub(super) fn everything(plan: Digest, proposal: &Proposal) -> Self {
        Self {
            plan,
            memos: proposal.memos.iter().map(Choice::as_proposed).collect(),
            actions: proposal.actions.iter().map(Choice::as_proposed).collect(),
        }
    }

    pub(super) fn memos(&self) -> &[Choice<MemoLine>] {
        &self.memos
    }

    pub(super) fn actions(&self) -> &[Choice<Action>] {
        &self.actions
    }

    /// Whether nothing is left out and nothing changed.
    pub fn is_everything(&self) -> bool {
        self.memos.iter().all(Choice::is_as_proposed) && self.actions.iter().all(Choice::is_as_proposed)
    }

    /// Of the plan's bytes.
    pub(super) fn plan(&self) -> Digest {
        self.plan
    }

    /// The digest of everything that is carried out, in its final form.
    pub fn digest(&self) -> Digest {
        let mut text: String = self.memo_lines().map(|memo| write_memo(memo) + "\n").collect();
        for action in &self.actions {
            match action.is_on {
                true => text.push_str(&write_action(&action.form.value)),
                false => text.push_str("off\n"),
            }
        }
        Digest::of(text.as_bytes())
    }

    /// For the record, from which an interrupted execution goes on.
    pub(super) fn recorded(&self) -> record::Choice {
        record::Choice {
            memos: recorded(&self.memos, write_memo),
            actions: recorded(&self.actions, write_action),
            form: self.digest().to_string(),
        }
    }

    /// What the record says; `None` if that is not what was approved.
    pub(super) fn recall(plan: Digest, choice: &record::Choice, proposal: &Proposal) -> Option<Self> {
        let mut chosen = Self::everything(plan, proposal);
        for part in &choice.memos {
            let memo = chosen.memos.get_mut(part.index)?;
            memo.recall(part, |line| read_memo(line).ok())?;
        }
        for part in &choice.actions {
            let action = chosen.actions.get_mut(part.index)?;
            let place = action.form.span.clone();
            action.recall(part, |text| Some(read_action(text).ok()?.moved_to(&place)))?;
        }
        (chosen.digest().to_string() == choice.form).then_some(chosen)
    }

    /// The proposal as if it had been made like this, without the parts that are not left.
    pub(super) fn applied_to(&self, proposal: &Proposal, is_left: impl Fn(ItemId) -> bool) -> Proposal {
        Proposal {
            memos: forms(&self.memos, |index| is_left(ItemId::Memo(index))),
            actions: forms(&self.actions, |index| is_left(ItemId::Action(index))),
            ..proposal.clone()
        }
    }

    /// The actions that are carried out, with their places in the plan.
    pub(super) fn actions_on(&self) -> impl Iterator<Item = (usize, &Action)> {
        let on = self.actions.iter().enumerate().filter(|(_, action)| action.is_on);
        on.map(|(index, action)| (index, &action.form.value))
    }

    /// What the report says of memos that are not made as they were proposed.
    pub(super) fn memo_choices(&self, proposal: &Proposal) -> Vec<MemoChoice> {
        let choices = proposal.memos.iter().zip(&self.memos);
        let told = |(memo, choice): (&Spanned<MemoLine>, &Choice<MemoLine>)| match choice.is_on {
            true if choice.told.is_none() => None,
            true => Some(MemoChoice::Modified {
                proposed: memo.value.change.clone(),
                made: choice.form.value.change.clone(),
            }),
            false => Some(MemoChoice::LeftOut(memo.value.change.clone())),
        };
        choices.filter_map(told).collect()
    }

    /// The changes of the memos that are made.
    pub(super) fn memo_lines(&self) -> impl Iterator<Item = &MemoLine> {
        let on = self.memos.iter().filter(|memo| memo.is_on);
        on.map(|memo| &memo.form.value)
    }
}

fn forms<T: Clone>(choices: &[Choice<T>], is_left: impl Fn(usize) -> bool) -> Vec<Spanned<T>> {
    let left = choices.iter().enumerate();
    let left = left.filter(|(index, choice)| choice.is_on && is_left(*index));
    left.map(|(_, choice)| choice.form.clone()).collect()
}

fn recorded<T: Clone>(choices: &[Choice<T>], write: impl Fn(&T) -> String) -> Vec<record::ChosenPart> {
    let parts = choices.iter().enumerate();
    let parts = parts.filter(|(_, choice)| !choice.is_as_proposed());
    let part = |(index, choice): (usize, &Choice<T>)| record::ChosenPart {
        index,
        form: choice.is_on.then(|| write(&choice.form.value)),
        told: choice.told.clone().unwrap_or_default(),
    };
    parts.map(part).collect()
}

impl<T: Clone> Choice<T> {
    pub(super) fn as_proposed(part: &Spanned<T>) -> Self {
        Self {
            form: part.clone(),
            is_on: true,
            told: None,
        }
    }

    fn is_as_proposed(&self) -> bool {
        self.is_on && self.told.is_none()
    }

    fn recall(&mut self, part: &record::ChosenPart, read: impl Fn(&str) -> Option<T>) -> Option<()> {
        match &part.form {
            None => self.is_on = false,
            Some(text) => {
                self.form.value = read(text)?;
                self.told = Some(part.told.clone());
            }
        }
        Some(())
    }
}
