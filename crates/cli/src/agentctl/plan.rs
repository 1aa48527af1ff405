//! `agentctl plan`: hand out plan folders, check them, commit them.

use clap::Subcommand;
use engine::EngineError;
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
    /// Says what a commit would say: every fault of every folder, or what stands in its way now.
    #[command(after_help = "Example:\n  agentctl plan check --json")]
    Check,
    /// Check every folder, and make all of them plans, or none
    ///
    /// A task keeps its state as long as its id stays. A commit that changes nothing makes no new version.
    #[command(after_help = "Example:\n  agentctl plan commit")]
    Commit,
    /// Show the threads, their folders, what is committed, and what differs on the disk
    #[command(after_help = "Example:\n  agentctl plan status --json")]
    Status,
}

impl Plan {
    pub fn effect(&self) -> Effect {
        Effect::writes_if(!matches!(self, Self::Check | Self::Status))
    }
}

pub fn run(verb: &Plan, call: &Call<'_>) -> Answered {
    let Planning {
        mut engine,
        session,
        by,
    } = call.planning()?;
    Ok(match verb {
        Plan::Dir => {
            let folder = engine.current_plan_folder(&session, &by)?;
            call.answer(|| dir_json(&folder), || dir_text(&folder))
        }
        Plan::RequestThreadDir => Answer::done(dir_json(&engine.request_thread(&session, &by)?)),
        Plan::RemoveThread { thread_id } => {
            return remove_thread(thread_id, call, &mut Planning { engine, session, by });
        }
        Plan::ClearCurrent => {
            let (folder, files) = engine.clear_current(&session, &by)?;
            call.answer(|| clear_json(&folder, &files), || clear_text(&folder, &files))
        }
        Plan::Check => match engine.check_plans(&session, &by) {
            Ok(checked) => call.answer(|| check_json(&checked), || check_text(&checked)),
            Err(error) => call.failed_commit(&error),
        },
        Plan::Commit => match engine.commit_plans(&session, &by) {
            Ok(committed) => call.answer(|| commit_json(&committed), || commit_text(&committed)),
            Err(error) => call.failed_commit(&error),
        },
        Plan::Status => {
            let (current, status) = (ThreadId::PRIMARY, engine.plan_status(&session, &by)?);
            call.answer(
                || status_json(&session, current, &status),
                || status_text(&session, current, &status),
            )
        }
    })
}

fn remove_thread(given: &str, call: &Call<'_>, planning: &mut Planning) -> Answered {
    let Some(thread) = agentctl::read_thread_id(given) else {
        return unknown(given, call, planning);
    };
    let Planning { engine, session, by } = planning;
    match engine.release_thread(session, by, thread) {
        Ok(folder) => Ok(call.answer(|| remove_json(&folder), || remove_text(&folder))),
        Err(EngineError::Refused { refusals, .. }) => match refusals.first() {
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
