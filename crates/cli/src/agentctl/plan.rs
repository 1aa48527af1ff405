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
    /// Print the folder of the current thread's plan
    #[command(after_help = "Example:\n  DIR=\"$(agentctl plan dir)\"")]
    Dir,
    /// Get a folder for one more thread
    ///
    /// Answers {"thread_id":"…","plan_dir":"…"}, also without --json.
    #[command(after_help = "Example:\n  REQ=\"$(agentctl plan request-thread-dir)\"")]
    RequestThreadDir,
    /// Give back the folder of an additional thread, with everything in it
    ///
    /// If its plan was committed, the next commit puts it away. The current thread cannot be removed; see clear-current.
    #[command(after_help = "Example:\n  agentctl plan remove-thread --thread-id thread_2")]
    RemoveThread {
        /// As `request-thread-dir` answered it
        #[arg(long, value_name = "ID")]
        thread_id: String,
    },
    /// Empty the folder of the current thread, and keep the folder
    ///
    /// The next commit then takes the thread's plan back.
    #[command(after_help = "Example:\n  agentctl plan clear-current && agentctl plan commit")]
    ClearCurrent,
    /// Check every folder, commit nothing
    ///
    /// Says what a commit would say: every fault of every folder, or what stands in its way now. Nothing is allocated.
    #[command(after_help = "Example:\n  agentctl plan check --json")]
    Check,
    /// Check every folder, and make all of them plans, or none
    ///
    /// A task keeps its state as long as its id stays. A commit that changes nothing makes no new version.
    #[command(after_help = "Example:\n  agentctl plan commit")]
    Commit,
    /// Show the threads, their folders, what is committed, and what differs on the disk
    ///
    /// Nothing is allocated; `plan dir` does that.
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
