//! What somebody said yes to: which parts of a plan, and in which form.

use dialect::teddy::record;
use dialect::teddy::{read_action, read_memo, write_action, write_memo};
use model::proposal::MemoLine;
use model::report::MemoChoice;
use model::{Action, Proposal, Spanned};
use workspace::Digest;

/// A choice for every memo and every action of a plan, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The plan that it was chosen from.
    plan: Digest,
    memos: Vec<Choice<MemoLine>>,
    actions: Vec<Choice<Action>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Choice<T> {
    AsProposed,
    Changed {
        form: T,
        /// What was changed, for the report.
        told: String,
    },
    Off,
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
            memos: vec![Choice::AsProposed; proposal.memos.len()],
            actions: vec![Choice::AsProposed; proposal.actions.len()],
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
        let memos = self.memos.iter().all(|choice| *choice == Choice::AsProposed);
        memos && self.actions.iter().all(|choice| *choice == Choice::AsProposed)
    }

    /// Of the plan's bytes.
    pub(super) fn plan(&self) -> Digest {
        self.plan
    }

    /// The digest of everything that is carried out, in its final form.
    pub fn digest(&self, proposal: &Proposal) -> Digest {
        let memos = self.memo_lines(proposal);
        let mut text: String = memos.iter().map(|memo| write_memo(memo) + "\n").collect();
        for (index, form) in self.forms(proposal).iter().enumerate() {
            match self.is_on(index) {
                true => text.push_str(&write_action(form)),
                false => text.push_str("off\n"),
            }
        }
        Digest::of(text.as_bytes())
    }

    /// For the record, from which an interrupted execution goes on.
    pub(super) fn recorded(&self, proposal: &Proposal) -> record::Choice {
        record::Choice {
            memos: recorded(&self.memos, write_memo),
            actions: recorded(&self.actions, write_action),
            form: self.digest(proposal).to_string(),
        }
    }

    /// What the record says; `None` if that is not what was approved.
    pub(super) fn recall(plan: Digest, choice: &record::Choice, proposal: &Proposal) -> Option<Self> {
        let mut chosen = Self::everything(plan, proposal);
        for part in &choice.memos {
            *chosen.memos.get_mut(part.index)? = recalled(part, |line| read_memo(line).ok())?;
        }
        for part in &choice.actions {
            let place = proposal.actions.get(part.index)?.span.clone();
            let read = |text: &str| Some(read_action(text).ok()?.moved_to(&place));
            chosen.actions[part.index] = recalled(part, read)?;
        }
        (chosen.digest(proposal).to_string() == choice.form).then_some(chosen)
    }

    /// Every action as it would be carried out.
    pub(super) fn forms(&self, proposal: &Proposal) -> Vec<Action> {
        let choices = proposal.actions.iter().zip(&self.actions);
        choices.map(|(action, choice)| choice.form(&action.value)).collect()
    }

    /// The proposal as if it had been made like this.
    pub(super) fn applied_to(&self, proposal: &Proposal) -> Proposal {
        let actions = self.forms(proposal).into_iter().zip(&proposal.actions).enumerate();
        let chosen = actions.filter(|(index, _)| self.is_on(*index));
        let memos = proposal.memos.iter().zip(&self.memos);
        let memos = memos.filter(|(_, choice)| !choice.is_off());
        Proposal {
            actions: chosen
                .map(|(_, (form, action))| Spanned::new(form, action.span.clone()))
                .collect(),
            memos: memos
                .map(|(memo, choice)| Spanned::new(choice.form(&memo.value), memo.span.clone()))
                .collect(),
            ..proposal.clone()
        }
    }

    pub(super) fn is_on(&self, action: usize) -> bool {
        !matches!(self.actions.get(action), Some(Choice::Off))
    }

    /// What the person changed of an action that is carried out.
    pub(super) fn told(&self, action: usize) -> Option<&str> {
        match self.actions.get(action) {
            Some(Choice::Changed { told, .. }) => Some(told),
            _ => None,
        }
    }

    /// What the report says of memos that are not made as they were proposed.
    pub(super) fn memo_choices(&self, proposal: &Proposal) -> Vec<MemoChoice> {
        let choices = proposal.memos.iter().zip(&self.memos);
        let told = |(memo, choice): (&Spanned<MemoLine>, &Choice<MemoLine>)| match choice {
            Choice::AsProposed => None,
            Choice::Off => Some(MemoChoice::LeftOut(memo.value.change.clone())),
            Choice::Changed { form, .. } => Some(MemoChoice::Modified {
                proposed: memo.value.change.clone(),
                made: form.change.clone(),
            }),
        };
        choices.filter_map(told).collect()
    }

    /// The changes of the memos that are made.
    pub(super) fn memo_lines(&self, proposal: &Proposal) -> Vec<MemoLine> {
        let choices = proposal.memos.iter().zip(&self.memos);
        let chosen = choices.filter(|(_, choice)| !choice.is_off());
        chosen.map(|(memo, choice)| choice.form(&memo.value)).collect()
    }
}

fn recorded<T>(choices: &[Choice<T>], write: impl Fn(&T) -> String) -> Vec<record::ChosenPart> {
    let part = |(index, choice): (usize, &Choice<T>)| match choice {
        Choice::AsProposed => None,
        Choice::Off => Some(record::ChosenPart {
            index,
            form: None,
            told: String::new(),
        }),
        Choice::Changed { form, told } => Some(record::ChosenPart {
            index,
            form: Some(write(form)),
            told: told.clone(),
        }),
    };
    choices.iter().enumerate().filter_map(part).collect()
}

fn recalled<T>(part: &record::ChosenPart, read: impl Fn(&str) -> Option<T>) -> Option<Choice<T>> {
    Some(match &part.form {
        None => Choice::Off,
        Some(text) => Choice::Changed {
            form: read(text)?,
            told: part.told.clone(),
        },
    })
}

impl<T: Clone> Choice<T> {
    pub(super) fn is_off(&self) -> bool {
        matches!(self, Self::Off)
    }

    /// As it would be carried out.
    pub(super) fn form(&self, original: &T) -> T {
        match self {
            Self::Changed { form, .. } => form.clone(),
            Self::AsProposed | Self::Off => original.clone(),
        }
    }
}
