//! The first and the last step of every command. First, a command that writes recovers half-written files of an
//! interrupted execution; a command that reads reports them. Last, a command that writes brings the files below `.rawko`
//! up to date; a command that reads reports edited ones.

use engine::Setting;
use engine::rawko::{PlanFileWarning, finish_plan_files};
use engine::turns::{self, Interruption};
use render::planwright::{InterruptionView, interruption_text, recovered_text, with_interruption};
use render::rawko::{plan_file_warnings, with_plan_file_warnings};

use crate::answer::{Answer, exit};

/// What a command does to the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// The command uses no project.
    None,
    Reads,
    Writes,
    /// Writes, and reports edited files itself while it runs.
    Runs,
}

impl Effect {
    pub fn writes_if(writes: bool) -> Self {
        match writes {
            true => Self::Writes,
            false => Self::Reads,
        }
    }
}

/// Runs a command between the two steps.
pub fn around(setting: &Setting, effect: Effect, command: impl FnOnce() -> Answer) -> Answer {
    let found = before(setting, effect);
    let mut answer = command();
    let mut warnings = match effect {
        Effect::None => Vec::new(),
        Effect::Reads => finish_plan_files(setting, false),
        Effect::Writes | Effect::Runs => finish_plan_files(setting, true),
    };
    // An answer that failed names its own reason.
    if effect == Effect::Runs || answer.code != exit::DONE {
        warnings.retain(|warning| !matches!(warning, PlanFileWarning::Edited { .. }));
    }
    answer.stderr.insert_str(0, &plan_file_warnings(&warnings));
    answer.stdout = with_plan_file_warnings(&answer.stdout, &warnings).unwrap_or(answer.stdout);
    found.told_with(answer)
}

/// The result of [`before`].
enum Found {
    Nothing,
    Recovered(Interruption),
    /// With the error of the recovery, if the command tried one.
    Interrupted(Interruption, Option<String>),
}

/// Looks for an interruption, and recovers if the command writes. If the project cannot be read, the command reports
/// it.
fn before(setting: &Setting, effect: Effect) -> Found {
    let interruption = match effect {
        Effect::None => None,
        Effect::Reads => turns::interruption(setting).unwrap_or_default(),
        Effect::Writes | Effect::Runs => match turns::recover(setting) {
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
    fn told_with(&self, mut answer: Answer) -> Answer {
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
        why: why.or(interruption.refusal.as_deref()),
        is_refused: interruption.refusal.is_some(),
    }
}
