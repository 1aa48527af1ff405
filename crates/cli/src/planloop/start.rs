use std::path::PathBuf;

use engine::planner::{self, Spent};
use engine::prompts::PromptName;
use engine::{Decomposed, Decomposing, Engine, EngineError, NotDecomposed, Target};
use model::{AgentName, Session, SessionId, ThreadId};
use render::errors::{Trouble, exit};
use render::{Address, planloop};

use super::call::{Call, refused, usage_error};
use crate::answer::Answer;
use crate::flags;
use crate::interrupt::heed_interrupts;
use crate::terminal::{self, Asked};

/// Open a session with a goal
///
/// The new session becomes the current one. If a planner is configured (see `planwright planner`), the planner divides the
/// goal into tasks. Its draft must pass the quality gates and a judge; the planner has four attempts. Without a planner, or
/// if all attempts fail, the first task is to decompose the goal. Ctrl-C stops the planner: the session stays open, and the
/// exit code is 4.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  planloop start --goal \"Implement the features in spec.md\" --spec spec.md
  PLANWRIGHT_PLANNER_COMMAND='claude -p' planloop start --goal \"Add a login\"
  planloop start --goal \"Add a login form\" --no-planner")]
pub struct Args {
    /// The goal of the session
    #[arg(long, value_name = "TEXT", value_parser = flags::words)]
    goal: String,
    /// A specification for the planner; without a planner, the first task names the file
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// Do not ask a planner: the first task is to decompose the goal
    #[arg(long, conflicts_with = "spec")]
    no_planner: bool,
    /// Accepted, but not needed: the answer is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

pub fn run(args: &Args, call: &Call<'_>) -> Result<Answer, EngineError> {
    if call.scope.session.is_some() || call.scope.thread.is_some() {
        return Ok(usage_error(flags::NEW_SESSION, flags::NEW_SESSION_HINT));
    }
    let by = call.agent().unwrap_or_else(|| call.door.person());
    let (session, decomposed) = start(args, call, &by)?;
    let address = address(call, &session.id);
    Ok(match decomposed {
        Some(Decomposed::Stopped) => stopped(&address, &session),
        other => Answer::done(planloop::start_json(&address, &session, other.as_ref())),
    })
}

/// The new session is the current one. Where the environment means another, it has to be named.
fn address<'a>(call: &'a Call<'_>, session: &'a SessionId) -> Address<'a> {
    let is_elsewhere = call.door.session().is_some() || call.door.assignment.is_elsewhere();
    Address {
        session: is_elsewhere.then_some(session),
        thread: call.door.assignment.said_thread(Some(ThreadId::PRIMARY)),
        agent: call.scope.agent.as_ref(),
        ..Address::NONE
    }
}

fn start(args: &Args, call: &Call<'_>, by: &AgentName) -> Result<(Session, Option<Decomposed>), EngineError> {
    let setting = &call.door.setting;
    let read = |path: &PathBuf| engine::read_given(setting, path);
    let spec = args.spec.as_ref().map(read).transpose()?;
    let path = args.spec.as_ref().map(|path| setting.current_folder.join(path));
    let mut engine = Engine::open_or_create(setting)?;
    let found = match args.no_planner {
        true => Ok(None),
        false => planner::find(setting, &call.door.variables(), Spent::default()),
    };
    let opened = match found {
        // The agent can begin all the same.
        Err(EngineError::Planner(error)) => {
            let left = Decomposed::LeftToAgent(NotDecomposed::NoAnswer(error));
            return Ok((engine.start(&args.goal, path.as_deref(), by)?, Some(left)));
        }
        found => found?,
    };
    let Some(opened) = opened else {
        return Ok((engine.start(&args.goal, path.as_deref(), by)?, None));
    };
    let prompts = engine::prompts::load(setting)?;
    prompts.demand(&[PromptName::Decompose, PromptName::Judge])?;
    let session = engine.start(&args.goal, path.as_deref(), by)?;
    let cancelled = heed_interrupts();
    let asked = Decomposing {
        goal: &args.goal,
        spec: spec.as_deref(),
        planner: opened.planner.as_ref(),
        prompts: &prompts,
        cancelled: &cancelled,
    };
    let target = Target {
        session: Some(session.id.to_string()),
        thread: None,
    };
    let mut shown = Asked::new(terminal::is_present());
    let decomposed = engine.decompose(&target, by, &asked, &mut |progress| shown.tell(progress));
    shown.finish();
    Ok((engine.session(&target)?, Some(decomposed?)))
}

/// The command was not completed, but the session exists.
fn stopped(address: &Address<'_>, session: &Session) -> Answer {
    let message = format!(
        "The planner was stopped. Session '{}' is open, and to decompose its goal is its first task.",
        session.id
    );
    let hint = format!("Go on without a planner: `{}`.", address.on("planloop status"));
    let trouble = Trouble::new("cancelled", message).with_hint(hint);
    refused(&trouble.with_exit(exit::REFUSED))
}
