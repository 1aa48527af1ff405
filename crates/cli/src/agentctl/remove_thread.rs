use engine::EngineError;
use model::{Refusal, Role, ThreadId};
use render::agentctl::{self, remove_json, remove_text};

use super::call::{Answered, Call, Planning};

/// Give back the folder of an additional thread, with everything in it
///
/// If its plan was committed, the next commit puts it away. The current thread cannot be removed; see clear-current.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  agentctl plan remove-thread --thread-id thread_2")]
pub struct Args {
    /// As `request-thread-dir` answered it
    #[arg(long, value_name = "ID")]
    thread_id: String,
}

pub fn run(args: &Args, call: &Call<'_>) -> Answered {
    let mut planning = call.planning()?;
    let given = &args.thread_id;
    let Some(thread) = agentctl::read_thread_id(given) else {
        return unknown(given, call, &mut planning);
    };
    let Planning { engine, session, by } = &mut planning;
    match engine.release_thread(session, by, thread) {
        Ok(folder) => Ok(call.answer(|| remove_json(&folder), || remove_text(&folder))),
        Err(EngineError::Refused { refusals, .. }) => match refusals.first() {
            Refusal::PrimaryThread => Ok(call.refuse(&agentctl::current_thread(thread))),
            _ => unknown(given, call, &mut planning),
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
