//! The first step of every command. A command that writes recovers half-written files of an interrupted execution; a
//! command that reads reports them.

use engine::Setting;
use engine::turns::{self, Interruption};
use render::planwright::{InterruptionView, interruption_text, recovered_text, with_interruption};

use crate::answer::Answer;

/// What a command does to the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The command uses no project.
    None,
    Reads,
    Writes,
}

impl Effect {
    pub fn writes_if(writes: bool) -> Self {
        match writes {
            true => Self::Writes,
            false => Self::Reads,
        }
    }
}

/// The result of [`before`].
pub enum Found {
    Nothing,
    Recovered(Interruption),
    /// With the error of the recovery, if the command tried one.
    Interrupted(Interruption, Option<String>),
}

/// Looks for an interruption, and recovers if the command writes. If the project cannot be read, the command reports
/// it.
pub fn before(setting: &Setting, effect: Effect) -> Found {
    let interruption = match effect {
        Effect::None => None,
        Effect::Reads => turns::interruption(setting).unwrap_or_default(),
        Effect::Writes => match turns::recover(setting) {
            Ok(recovered) => return recovered.map_or(Found::Nothing, Found::Recovered),
            Err(error) => {
                let left = turns::interruption(setting).unwrap_or_default();
                return left.map_or(Found::Nothing, |left| Found::Interrupted(left, Some(error.to_string())));
            }
        },
    };
    interruption.map_or(Found::Nothing, |interruption| Found::Interrupted(interruption, None))
}

impl Found {
    /// Adds a warning on stderr, and a key if the answer is JSON.
    pub fn told_with(&self, mut answer: Answer) -> Answer {
        match self {
            Self::Nothing => {}
            Self::Recovered(interruption) => {
                let text = recovered_text(interruption.plan.as_deref());
                answer.stderr.insert_str(0, &text);
            }
            Self::Interrupted(interruption, why) => {
                let view = view(interruption, why.as_deref());
                answer.stderr.insert_str(0, &interruption_text(&view));
                if let Some(noted) = with_interruption(&answer.stdout, &view) {
                    answer.stdout = noted;
                }
            }
        }
        answer
    }
}

pub fn view<'a>(interruption: &'a Interruption, why: Option<&'a str>) -> InterruptionView<'a> {
    InterruptionView {
        plan: interruption.plan.as_deref(),
        why,
    }
}
