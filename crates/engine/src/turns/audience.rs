//! Whoever watches an execution, and decides.

use std::borrow::Cow;

use model::report::{Approver, Fate};
use model::{Action, Proposal};

use super::checked::Checked;
use super::choosing::Choosing;
use super::chosen::{Chosen, Fixed};
use super::command::CommandRights;
use crate::proposals::Sight;

/// Asked and told while a plan is carried out.
pub trait Audience {
    /// Whether to carry it out. Nothing has happened yet.
    fn decide(&mut self, review: &Review<'_>) -> Decision;

    /// What the user answers to a message of the agent's; `None` if nobody is there.
    fn reply(&mut self, message: &str) -> Option<String>;

    fn tell(&mut self, news: News<'_>);
}

/// What there is to decide about.
pub struct Review<'a> {
    pub checked: &'a Checked,
    /// The plan's file, from the project's root.
    pub plan: &'a str,
    /// Whether a turn comes after it, for which a message can wait.
    pub has_next: bool,
    /// How many of its actions were carried out before it was interrupted.
    pub done_before: usize,
    /// What holds for commands if nobody approves them on a screen; `None` if there are none.
    pub sandbox: Option<&'a str>,
    /// The rights of commands that a person approves; `None` if the plan runs no command.
    pub rights: Option<CommandRights>,
    /// The paths of the task that the turn advances. None if there is no task, or if it names none.
    pub declared: &'a [String],
    pub(super) sight: &'a Sight<'a>,
    pub(super) fixed: Fixed,
}

impl<'a> Review<'a> {
    /// For whoever wants to leave something out, or change it.
    pub fn choosing(&self) -> Choosing<'a> {
        Choosing::new(self.checked, self.sight, self.fixed)
    }

    /// Whether that is the whole plan, as it was proposed.
    pub fn is_everything(&self) -> bool {
        self.checked.chosen.is_everything()
    }

    /// What would be carried out if it were approved as it is. After an interruption that is what was chosen before it.
    pub fn proposal(&self) -> Cow<'a, Proposal> {
        let proposal = self.checked.proposal();
        match self.is_everything() {
            true => Cow::Borrowed(proposal),
            false => Cow::Owned(self.checked.chosen.applied_to(proposal, |_| true)),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Approve {
        by: Approver,
        /// `None`: as it is shown. That is everything, or what was chosen before an interruption.
        chosen: Option<Chosen>,
    },
    /// Not this plan; the message is for the next one.
    Skip {
        message: Option<String>,
    },
    Quit,
    /// There is nobody to ask.
    Absent,
}

/// What happens, as it happens.
pub enum News<'a> {
    Begins {
        index: usize,
        total: usize,
        action: &'a Action,
    },
    /// What a command writes, secrets taken out.
    Output(&'a str),
    /// Some end without having begun, because they were carried out together with another, or not at all.
    Ended {
        index: usize,
        total: usize,
        action: &'a Action,
        fate: &'a Fate,
    },
}
