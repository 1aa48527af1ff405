//! Whoever watches an execution, and decides.

use model::Action;
use model::report::{Approver, Fate};

use super::checked::Checked;

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
    /// How many of its actions were carried out before it was interrupted.
    pub done_before: usize,
    /// What holds for commands if nobody approves them on a screen; `None` if there are none.
    pub sandbox: Option<&'a str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Approve(Approver),
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
