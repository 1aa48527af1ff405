//! `agentctl plan`: hand out plan folders, check them, commit them.

use clap::Subcommand;
use engine::{Checked, EngineError, PlanError, PlanStatus};
use model::{Refusal, Role, ThreadId};
use render::agentctl::{
    self, check_json, check_text, clear_json, clear_text, commit_json, commit_text, dir_json, dir_text, remove_json,
    remove_text, status_json, status_text,
};

use super::call::{Answered, Call, Planning};
use crate::answer::Answer;
use crate::recovery::Effect;

#[derive(Subcommand)]
pub enum Plan {
    /// Print the plan folder of the current thread
    #[command(after_help = "Example:\n  DIR=\"$(agentctl plan dir)\"")]
    Dir,
    /// Allocate a plan folder for another thread
    ///
    /// Always prints JSON: {"thread_id":"…","plan_dir":"…"}.
    #[command(after_help = "Example:\n  REQ=\"$(agentctl plan request-thread-dir)\"")]
    RequestThreadDir,
    /// Remove an additional thread and its plan folder
    ///
    /// If the plan was committed, the next commit removes it. The current thread cannot be removed; see clear-current.
    #[command(after_help = "Example:\n  agentctl plan remove-thread --thread-id thread_2")]
    RemoveThread {
        /// As `request-thread-dir` answered it
        #[arg(long, value_name = "ID")]
        thread_id: String,
    },
    /// Empty the plan folder of the current thread
    ///
    /// The next commit then removes the plan of the thread.
    #[command(after_help = "Example:\n  agentctl plan clear-current && agentctl plan commit")]
    ClearCurrent,
    /// Check all plan folders without a commit
    ///
    /// Reports all errors of all folders, and everything else that would prevent a commit now. Allocates nothing.
    #[command(after_help = "Example:\n  agentctl plan check --json")]
    Check,
    /// Commit all plan folders, or none
    ///
    /// All folders are checked first. A task keeps its state if its ID stays the same. A commit without changes makes no new
    /// version.
    #[command(after_help = "Example:\n  agentctl plan commit")]
    Commit,
    /// Show the threads, their folders and commits, and uncommitted changes
    ///
    /// Allocates nothing; `plan dir` does.
    #[command(after_help = "Example:\n  agentctl plan status --json")]
    Status,
}

impl Plan {
    pub fn effect(&self) -> Effect {
        Effect::writes_if(!matches!(self, Self::Check | Self::Status))
    }
}

pub fn run(verb: &Plan, call: &Call<'_>) -> Answered {
    Ok(match verb {
        Plan::Dir => {
            let mut planning = call.planning()?;
            let folder = planning.engine.current_plan_folder(&planning.session, &planning.by)?;
            call.answer(|| dir_json(&folder), || dir_text(&folder))
        }
        Plan::RequestThreadDir => {
            let mut planning = call.planning()?;
            Answer::done(dir_json(
                &planning.engine.request_thread(&planning.session, &planning.by)?,
            ))
        }
        Plan::RemoveThread { thread_id } => return remove_thread(thread_id, call, &mut call.planning()?),
        Plan::ClearCurrent => {
            let mut planning = call.planning()?;
            let (folder, files) = planning.engine.clear_current(&planning.session, &planning.by)?;
            call.answer(|| clear_json(&folder, &files), || clear_text(&folder, &files))
        }
        Plan::Check => {
            let checked = match call.planned()? {
                None => Ok(Checked::default()),
                Some(mut planning) => planning.engine.check_plans(&planning.session, &planning.by),
            };
            match checked {
                Ok(checked) => call.answer(|| check_json(&checked), || check_text(&checked)),
                Err(error) => call.failed_commit(&error),
            }
        }
        Plan::Commit => {
            let mut planning = call.planning()?;
            match planning.engine.commit_plans(&planning.session, &planning.by) {
                Ok(committed) => call.answer(|| commit_json(&committed), || commit_text(&committed)),
                Err(error) => call.failed_commit(&error),
            }
        }
        Plan::Status => {
            let status = match call.planned()? {
                None => PlanStatus::unopened(),
                Some(mut planning) => planning.engine.plan_status(&planning.session, &planning.by)?,
            };
            let current = ThreadId::PRIMARY;
            call.answer(|| status_json(current, &status), || status_text(current, &status))
        }
    })
}

fn remove_thread(given: &str, call: &Call<'_>, planning: &mut Planning) -> Answered {
    let Some(thread) = dialect::agentctl::read_thread_id(given) else {
        return unknown(given, call, planning);
    };
    let Planning { engine, session, by } = planning;
    match engine.release_thread(session, by, thread) {
        Ok(folder) => Ok(call.answer(|| remove_json(&folder), || remove_text(&folder))),
        Err(EngineError::Plan(PlanError::Refused { refusals, .. })) => match refusals.first() {
            Refusal::PrimaryThread => Ok(call.refuse(&agentctl::current_thread(thread))),
            _ => unknown(given, call, planning),
        },
        Err(other) => Err(other),
    }
}

fn unknown(given: &str, call: &Call<'_>, planning: &mut Planning) -> Answered {
    let folders = planning.engine.plan_folders(&planning.session, &planning.by)?;
    let known = folders.iter().filter(|folder| folder.role == Role::Additional);
    let known: Vec<ThreadId> = known.map(|folder| folder.thread).collect();
    Ok(call.refuse(&agentctl::unknown_thread(given, &known)))
}
