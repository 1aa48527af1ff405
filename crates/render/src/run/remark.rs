//! What a run reports besides the fates of its steps.

use dialect::records::{ActionNote, listed_dependents, on_one_line, refusal_reasons};
use dialect::text::messages;
use engine::run::{NoChoice, NoNewPlan, NotReplanned, Remark, RestartReason};
use model::conclude::LostReason;

pub(super) fn remark(remark: &Remark) -> String {
    match remark {
        Remark::Restarted(title, why) => {
            let why = match why {
                RestartReason::CriteriaChanged => {
                    "its acceptance criteria were changed while it was worked on".to_owned()
                }
                RestartReason::Refused(refused) => refusal_reasons(refused),
            };
            format!("“{title}” is begun anew: {why}")
        }
        Remark::ReleasedByAgent(title, agent) => {
            format!("“{title}” was handed back by {agent} itself, and is not given to {agent} again in this run")
        }
        Remark::BuiltOn(title, builders) => format!(
            "“{title}” is not done, and this was built on it already: {}",
            listed_dependents(builders)
        ),
        Remark::ExtraClaims(agent, titles) => {
            let titles: Vec<String> = titles.iter().map(|title| format!("“{title}”")).collect();
            let titles = titles.join(", ");
            format!("{agent} took more than its own step, and has ended; handed back: {titles}")
        }
        Remark::TakenOver(title) => format!("“{title}” is in other hands by now"),
        Remark::CalledDone(title, agent) => format!("“{title}” was called done by {agent}, and is checked now"),
        Remark::Continued(title) => format!("“{title}” goes on where it was"),
        Remark::LeftAsIs(title, why) => format!("“{title}” stays as it was left: {}", refusal_reasons(why)),
        Remark::OtherRun(run) => {
            format!("{run} works in this project, too; files are kept apart within a plan, and not between plans")
        }
        Remark::Git { command, finding } => format!("{}: {finding}", on_one_line(command)),
        Remark::OwnFolders { command, folders } => {
            format!("{}: {}", on_one_line(command), ActionNote::OwnFoldersCreated(folders))
        }
        Remark::Damage(damage) => damage.to_string(),
    }
}

pub(super) fn lost(why: &LostReason) -> String {
    match why {
        LostReason::NotInPlan => "it is not part of the plan any more".to_owned(),
        LostReason::ClaimedBy(agent) => format!("{agent} has it now"),
        LostReason::FinishedBy(agent) => format!("{agent} has finished it"),
        LostReason::FailedBy(agent) => format!("{agent} has called it failed"),
        LostReason::DroppedBy(agent) => format!("{agent} has dropped it"),
        LostReason::ReopenedBy(Some(agent)) => format!("{agent} has opened it again"),
        LostReason::ReopenedBy(None) => "it was opened again".to_owned(),
        LostReason::Refused(refused) => refusal_reasons(refused),
        LostReason::RunFailed(error) => error.clone(),
    }
}

/// In the place of output that the observer could not see.
pub(super) fn left_out(lines: usize) -> String {
    format!("[{lines} lines came while nobody could be told, and are not shown]\n")
}

pub(super) fn not_replanned(why: &NotReplanned) -> String {
    match why {
        NotReplanned::Alone => "only this one was asked for".to_owned(),
        NotReplanned::Additional => "only the plan of the primary thread is made anew".to_owned(),
        NotReplanned::NoPlanner => "nobody can be asked for another plan".to_owned(),
        NotReplanned::Spent(0) => "it is not allowed to make the plan anew".to_owned(),
        NotReplanned::Spent(1) => "the plan was made anew once already, and no more is allowed".to_owned(),
        NotReplanned::Spent(replans) => {
            format!("the plan was made anew {replans} times already, and no more is allowed")
        }
        NotReplanned::Unfit(refused) => format!("another plan does not fit: {}", refusal_reasons(refused)),
        NotReplanned::Unanswered(why) => {
            let why = match why {
                NoNewPlan::NoAnswer(error) => error.to_string(),
                NoNewPlan::Unreadable(problems) => format!("the planner's answer is no plan: {}", messages(problems)),
                NoNewPlan::InvalidName(fault) => fault.to_string(),
            };
            format!("no other plan could be had: {}", why.trim_end_matches('.'))
        }
    }
}

pub(super) fn no_choice(why: &NoChoice) -> String {
    match why {
        NoChoice::Unreadable(problems) => messages(problems),
        NoChoice::NoAnswer(error) => error.to_string(),
        NoChoice::UnknownAgent(name) => format!("There is no agent `{name}`."),
    }
}
